// Sorts: which there are, and their names in text.
#include "term/term.h"
#include "term/value_impl.h"

bool vd_sort_is_valid(VdSort sort) {
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_NONE: return false;
    case VD_SORT_BOOL:
    case VD_SORT_WORLD: return sort.a == 0 && sort.b == 0;
    case VD_SORT_BV:
      return sort.a >= 1 && sort.a <= VD_MAX_WIDTH && sort.b == 0;
    case VD_SORT_FLOAT:
      return sort.a >= 2 && sort.a <= VD_MAX_EXPONENT && sort.b >= 2 &&
             sort.b <= VD_MAX_SIGNIFICAND;
    case VD_SORT_ARRAY:  // the limits of array values: the evaluator is total
      return sort.a >= 1 && sort.a <= 64 && sort.b >= 1 && sort.b <= 64;
  }
  return false;
}

uint32_t vd_sort_width(VdSort sort) {
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_BOOL: return 1;
    case VD_SORT_BV: return sort.a;
    case VD_SORT_FLOAT: return sort.a + sort.b;
    case VD_SORT_NONE:
    case VD_SORT_ARRAY:
    case VD_SORT_WORLD: break;
  }
  return 0;
}

void vd_sort_print(VdSort sort, VdBuf *out) {
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_NONE: vd_buf_str(out, "none"); break;
    case VD_SORT_BOOL: vd_buf_str(out, "bool"); break;
    case VD_SORT_BV: vd_buf_printf(out, "bv%u", (unsigned)sort.a); break;
    case VD_SORT_FLOAT:
      vd_buf_printf(out, "float%u.%u", (unsigned)sort.a, (unsigned)sort.b);
      break;
    case VD_SORT_ARRAY:
      if (vd_sort_is_mem(sort))
        vd_buf_str(out, "mem");
      else
        vd_buf_printf(out, "array%u.%u", (unsigned)sort.a, (unsigned)sort.b);
      break;
    case VD_SORT_WORLD: vd_buf_str(out, "world"); break;
  }
}

// Text being read, from at to end.
typedef struct Text {
  const char *at, *end;
} Text;

static bool skip(Text *text, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(text->end - text->at) < n || memcmp(text->at, word, n) != 0)
    return false;
  text->at += n;
  return true;
}

// A number from 1 to VD_MAX_WIDTH as print writes it: no leading zero.
static bool number(Text *text, uint32_t *out) {
  uint32_t x = 0;
  const char *start = text->at;
  for (; text->at < text->end && *text->at >= '0' && *text->at <= '9';
       text->at++) {
    x = x * 10 + (uint32_t)(*text->at - '0');
    if (x == 0 || x > VD_MAX_WIDTH) return false;
  }
  *out = x;
  return text->at > start;
}

static bool pair(Text *text, VdSortKind kind, VdSort *out) {
  uint32_t a, b;
  if (!number(text, &a) || !skip(text, ".") || !number(text, &b) ||
      b > UINT16_MAX)
    return false;
  *out = (VdSort){.kind = (uint16_t)kind, .a = a, .b = (uint16_t)b};
  return true;
}

static bool read_word(Text *text, VdSort *out) {
  uint32_t width;
  if (skip(text, "bool"))
    *out = vd_sort_bool();
  else if (skip(text, "mem"))
    *out = vd_sort_mem();
  else if (skip(text, "world"))
    *out = vd_sort_world();
  else if (skip(text, "float"))
    return pair(text, VD_SORT_FLOAT, out);
  else if (skip(text, "array"))
    return pair(text, VD_SORT_ARRAY, out);
  else if (skip(text, "bv") && number(text, &width))
    *out = vd_sort_bv(width);
  else
    return false;
  return true;
}

VdSort vd_sort_read(const char *text, size_t len) {
  Text rest = {text, text + len};
  VdSort sort = {0};
  if (read_word(&rest, &sort) && rest.at == rest.end && vd_sort_is_valid(sort))
    return sort;
  return (VdSort){0};
}
