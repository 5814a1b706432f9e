// How values go into and out of a function by the System V ABI for x86-64.
//
// The front end sees functions as clang lowers them, so what is left of a
// struct is the registers that it is passed in. LLVM's type of the function
// (VdFunc.type) says where two values share one: "<2 x float>". A struct in
// memory is written "ptr byval(size, align)" there, and an integer that the
// caller extends "i8 signext".
#include <ctype.h>
#include <stdlib.h>

#include "front/c/native_impl.h"

static void reject(VdAbi *abi, const char *fmt, const char *what, int len) {
  if (!*abi->bad) snprintf(abi->bad, sizeof abi->bad, fmt, len, what);
}

// --------------------------------------------------------- without the type
static void add_scalar(VdAbi *abi, VdPieces *pieces, VdSort sort,
                       uint32_t value, bool is_pointer) {
  uint32_t width = vd_sort_width(sort);
  VdPiece piece = {.pass = VD_PASS_INT, .first = value, .n = 1};
  piece.is_pointer = is_pointer;
  if (sort.kind == VD_SORT_FLOAT) piece.pass = VD_PASS_SSE;
  if (sort.kind == VD_SORT_BV && width > 64) piece.pass = VD_PASS_WIDE;
  if (sort.kind == VD_SORT_FLOAT && width > 64)
    reject(abi, "a long double is passed%.*s", "", 0);
  if (width > 128)
    reject(abi, "an integer above 128 bits is passed%.*s", "", 0);
  vd_push(pieces, piece);
}

// ------------------------------------------------------------ with the type
// A list of types: text up to end, cut at the commas outside brackets.
typedef struct List {
  const char *at, *end;
} List;

static bool next_type(List *list, const char **type, int *len) {
  while (list->at < list->end && *list->at == ' ') list->at++;
  const char *start = list->at;
  int depth = 0;
  for (; list->at < list->end; list->at++) {
    if (strchr("([{<", *list->at)) depth++;
    if (strchr(")]}>", *list->at)) depth--;
    if (*list->at == ',' && depth == 0) break;
  }
  *type = start;
  *len = (int)(list->at - start);
  while (*len > 0 && start[*len - 1] == ' ') --*len;
  if (list->at < list->end) list->at++;
  return *len > 0;
}

static bool is_word(const char *type, int len, const char *word) {
  return (int)strlen(word) == len && !strncmp(type, word, (size_t)len);
}

// Takes "signext" or "zeroext" off the end; true for signext.
static bool take_extension(const char *type, int *len) {
  static const char *const words[] = {" signext", " zeroext"};
  for (int i = 0; i < 2; i++) {
    int n = (int)strlen(words[i]);
    if (*len <= n || strncmp(type + *len - n, words[i], (size_t)n)) continue;
    *len -= n;
    return i == 0;
  }
  return false;
}

static bool is_scalar(const char *type, int len) {
  static const char *const names[] = {"ptr",  "float",  "double",
                                      "half", "bfloat", "fp128"};
  for (size_t i = 0; i < VD_COUNT(names); i++)
    if (is_word(type, len, names[i])) return true;
  return len > 1 && type[0] == 'i' && isdigit((unsigned char)type[1]);
}

static void add_copy(VdPieces *pieces, const char *sizes, uint32_t value) {
  char *end;
  VdPiece piece = {.pass = VD_PASS_COPY, .first = value, .n = 1};
  piece.size = strtoull(sizes, &end, 10);
  piece.align = *end == ',' ? strtoull(end + 1, NULL, 10) : 8;
  vd_push(pieces, piece);
}

static void add_typed(VdAbi *abi, VdPieces *pieces, const VdSorts *sorts,
                      const char *type, int len, uint32_t *next) {
  static const char byval[] = "ptr byval(";
  bool is_signed = take_extension(type, &len);
  uint32_t n = is_word(type, len, "<2 x float>") ? 2 : 1;
  if (*next + n > sorts->len) {
    reject(abi, "its type is not understood: %.*s", type, len);
    return;
  }
  if (n == 2)
    vd_push(pieces, (VdPiece){.pass = VD_PASS_SSE, .first = *next, .n = 2});
  else if (is_scalar(type, len))
    add_scalar(abi, pieces, sorts->at[*next], *next, is_word(type, len, "ptr"));
  else if (!strncmp(type, byval, strlen(byval)))
    add_copy(pieces, type + strlen(byval), *next);
  else
    reject(abi, "a value of type %.*s is passed", type, len);
  if (is_signed && pieces->len)
    pieces->at[pieces->len - 1].sign = vd_sort_width(sorts->at[*next]);
  *next += n;
}

static void add_list(VdAbi *abi, VdPieces *pieces, const VdSorts *sorts,
                     List list) {
  const char *type;
  int len;
  uint32_t next = 0;
  while (next_type(&list, &type, &len)) {
    if (is_word(type, len, "void")) continue;
    if (!is_word(type, len, "..."))
      add_typed(abi, pieces, sorts, type, len, &next);
    else
      for (; next < sorts->len; next++)
        add_scalar(abi, pieces, sorts->at[next], next, false);
  }
  if (next != sorts->len) reject(abi, "its type is not understood%.*s", "", 0);
}

static List result_list(const char *type, const char *open) {
  List list = {type, open};
  while (list.end > list.at && list.end[-1] == ' ') list.end--;
  if (*list.at == '{' && list.end[-1] == '}') {
    list.at++;
    list.end--;
  }
  return list;
}

static void read_type(VdAbi *abi, const char *type) {
  const char *open = strchr(type, '('), *close = strrchr(type, ')');
  if (!open || !close) {
    reject(abi, "its type is not understood: %.*s", type, (int)strlen(type));
    return;
  }
  add_list(abi, &abi->param, &abi->param_sort, (List){open + 1, close});
  add_list(abi, &abi->result, &abi->result_sort, result_list(type, open));
}

// ---------------------------------------------------------------- signature
static void take_sorts(VdAbi *abi, const VdFunc *f, uint32_t skip) {
  for (uint32_t i = skip; i < f->params; i++)
    if (f->param[i].role == VD_ROLE_VALUE)
      vd_push(&abi->param_sort, f->param[i].sort);
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == VD_ROLE_VALUE)
      vd_push(&abi->result_sort, f->result[i].sort);
}

static void guess_pieces(VdAbi *abi) {
  for (uint32_t i = 0; i < abi->param_sort.len; i++)
    add_scalar(abi, &abi->param, abi->param_sort.at[i], i, false);
  for (uint32_t i = 0; i < abi->result_sort.len; i++)
    add_scalar(abi, &abi->result, abi->result_sort.at[i], i, false);
}

static void check_result(VdAbi *abi) {
  if (abi->result.len > 2)
    reject(abi, "it returns more than two registers%.*s", "", 0);
  for (uint32_t i = 0; i < abi->result.len && abi->result.len > 1; i++)
    if (abi->result.at[i].pass > VD_PASS_SSE)
      reject(abi, "it returns more than two registers%.*s", "", 0);
}

static void init(VdAbi *abi, const VdFunc *f, uint32_t skip) {
  *abi = (VdAbi){0};
  take_sorts(abi, f, skip);
  if (f->abi && *f->abi)
    read_type(abi, f->abi);
  else if (f->type && *f->type)
    read_type(abi, f->type);
  else
    guess_pieces(abi);
  check_result(abi);
}

void vd_abi_init(VdAbi *abi, const VdFunc *f) {
  init(abi, f, 0);
}

void vd_abi_init_pointer(VdAbi *abi, const VdFunc *f) {
  init(abi, f, 1);
}

void vd_abi_done(VdAbi *abi) {
  vd_vec_done(&abi->param);
  vd_vec_done(&abi->result);
  vd_vec_done(&abi->param_sort);
  vd_vec_done(&abi->result_sort);
}
