// Arrays and memory in SMT-LIB: words are bytes selected and stored one by one.
// A wide word is several definitions, VD_SMT_WORD bytes each, so that the text
// nests no deeper. Reads before writes: a copy's source is another value.
#include "base/limit.h"
#include "term/smtlib_impl.h"

static void print_byte(VdSmt *s, VdTerm mem, VdTerm address, uint64_t offset) {
  vd_buf_str(s->out, "(select ");
  vd_smt_ref(s, mem);
  vd_buf_char(s->out, ' ');
  vd_smt_address(s, address, offset);
  vd_buf_char(s->out, ')');
}

// ------------------------------------------------------------------- words

// Bytes first to first + count - 1, below them the definition low (if any).
static uint32_t print_bytes(VdSmt *s, VdTerm t, uint32_t low, uint32_t first,
                            uint32_t count) {
  VdTerm mem = vd_term_arg(s->tm, t, 0), address = vd_term_arg(s->tm, t, 1);
  uint32_t k = vd_smt_begin(s, vd_sort_bv(8 * (first + count)));
  uint32_t open = low ? count : count - 1;
  for (uint32_t i = count; i-- > 0;) {
    if (i > 0 || low) vd_buf_str(s->out, "(concat ");
    print_byte(s, mem, address, first + i);
    if (i > 0 || low) vd_buf_char(s->out, ' ');
  }
  if (low) vd_buf_printf(s->out, "n%u", low);
  for (uint32_t i = 0; i < open; i++) vd_buf_char(s->out, ')');
  vd_smt_end(s);
  return k;
}

static uint32_t step_of(uint64_t left) {
  return left < VD_SMT_WORD ? (uint32_t)left : VD_SMT_WORD;
}

static void print_load(VdSmt *s, VdTerm t) {
  uint32_t bytes = (uint32_t)vd_term_imm(s->tm, t), k = 0;
  for (uint32_t i = 0; i < bytes; i += VD_SMT_WORD)
    k = print_bytes(s, t, k, i, step_of(bytes - i));
  vd_smt_name(s, t, k);
}

// --------------------------------------------------------------- byte runs

// What a store, fill or copy writes at offset.
typedef void Byte(VdSmt *s, VdTerm t, uint32_t offset);

static void store_byte(VdSmt *s, VdTerm t, uint32_t offset) {
  vd_buf_printf(s->out, "((_ extract %u %u) ", 8 * offset + 7, 8 * offset);
  vd_smt_ref(s, vd_term_arg(s->tm, t, 2));
  vd_buf_char(s->out, ')');
}

static void fill_byte(VdSmt *s, VdTerm t, uint32_t offset) {
  (void)offset;
  vd_smt_ref(s, vd_term_arg(s->tm, t, 2));
}

static void copy_byte(VdSmt *s, VdTerm t, uint32_t offset) {
  print_byte(s, vd_term_arg(s->tm, t, 2), vd_term_arg(s->tm, t, 3), offset);
}

static uint32_t print_stores(VdSmt *s, VdTerm t, uint32_t before,
                             uint32_t first, uint32_t count, Byte *byte) {
  uint32_t k = vd_smt_begin(s, vd_sort_mem());
  for (uint32_t i = 0; i < count; i++) vd_buf_str(s->out, "(store ");
  if (before)
    vd_buf_printf(s->out, "n%u", before);
  else
    vd_smt_ref(s, vd_term_arg(s->tm, t, 0));
  for (uint32_t i = first; i < first + count; i++) {
    vd_buf_char(s->out, ' ');
    vd_smt_address(s, vd_term_arg(s->tm, t, 1), i);
    vd_buf_char(s->out, ' ');
    byte(s, t, i);
    vd_buf_char(s->out, ')');
  }
  vd_smt_end(s);
  return k;
}

static void print_run(VdSmt *s, VdTerm t, uint32_t bytes, Byte *byte) {
  uint32_t k = 0, i = 0;
  do {
    uint32_t step = step_of(bytes - i);
    k = print_stores(s, t, k, i, step, byte);
    i += step;
  } while (i < bytes);
  vd_smt_name(s, t, k);
}

static void print_store(VdSmt *s, VdTerm t) {
  VdSort word = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 2));
  print_run(s, t, word.a / 8, store_byte);
}

// A fill or copy of unknown or large length is one function (Z3's extension):
// i is inside when i - start < length, which is right where addresses wrap.
static void print_span(VdSmt *s, VdTerm t, VdTerm length, Byte *byte,
                       const char *lambda) {
  VdValue value;
  if (vd_term_value(s->tm, length, &value) &&
      value.bits <= vd_limit->smt_span) {
    print_run(s, t, (uint32_t)value.bits, byte);
    return;
  }
  vd_smt_define(s, t, lambda);
}

static void print_fill(VdSmt *s, VdTerm t) {
  print_span(s, t, vd_term_arg(s->tm, t, 3), fill_byte,
             "(lambda ((i (_ BitVec 64))) "
             "(ite (bvult (bvsub i $1) $3) $2 (select $0 i)))");
}

static void print_copy(VdSmt *s, VdTerm t) {
  print_span(s, t, vd_term_arg(s->tm, t, 4), copy_byte,
             "(lambda ((i (_ BitVec 64))) (ite (bvult (bvsub i $1) $4) "
             "(select $2 (bvadd $3 (bvsub i $1))) (select $0 i)))");
}

const VdSmtRow vd_smt_mem_row[VD_OP_COUNT] = {
    [VD_OP_SELECT] = {.text = "(select $0 $1)"},
    [VD_OP_UPDATE] = {.text = "(store $0 $1 $2)"},
    [VD_OP_LOAD] = {.print = print_load},
    [VD_OP_STORE] = {.print = print_store},
    [VD_OP_FILL] = {.print = print_fill},
    [VD_OP_COPY] = {.print = print_copy},
};

// ------------------------------------------------------- abstract memory

// A function of the operator's arguments, one for each size of a word.
static void print_abstract(VdSmt *s, VdTerm t) {
  VdOp op = vd_term_op(s->tm, t);
  uint32_t n = vd_term_args(s->tm, t);
  VdSort word = op == VD_OP_STORE
                    ? vd_term_sort(s->tm, vd_term_arg(s->tm, t, 2))
                    : vd_term_sort(s->tm, t);
  char name[40];
  snprintf(name, sizeof name, "%s.%u", vd_op_info[op].text, word.a);
  if (vd_smt_is_new_helper(s, op, word)) {
    vd_buf_printf(s->out, "(declare-fun %s (", name);
    for (uint32_t i = 0; i < n; i++) {
      if (i > 0) vd_buf_char(s->out, ' ');
      vd_smt_sort(s, vd_term_sort(s->tm, vd_term_arg(s->tm, t, i)));
    }
    vd_buf_str(s->out, ") ");
    vd_smt_sort(s, vd_term_sort(s->tm, t));
    vd_smt_end(s);
  }
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_buf_printf(s->out, "(%s", name);
  for (uint32_t i = 0; i < n; i++) {
    vd_buf_char(s->out, ' ');
    vd_smt_ref(s, vd_term_arg(s->tm, t, i));
  }
  vd_buf_char(s->out, ')');
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

static void print_no_array(VdSmt *s, VdTerm t) {
  VdSort sort = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  if (vd_sort_is_mem(sort))
    vd_smt_fail(s, "an array operation on abstract memory");
  else
    vd_smt_define(s, t, vd_smt_mem_row[vd_term_op(s->tm, t)].text);
}

const VdSmtRow vd_smt_word_row[VD_OP_COUNT] = {
    [VD_OP_LOAD] = {.print = print_abstract},
    [VD_OP_STORE] = {.print = print_abstract},
    [VD_OP_FILL] = {.print = print_abstract},
    [VD_OP_COPY] = {.print = print_abstract},
    [VD_OP_SELECT] = {.print = print_no_array},
    [VD_OP_UPDATE] = {.print = print_no_array},
};
