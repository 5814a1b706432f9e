// Terms as an SMT-LIB 2 script: the walk, the names, and the operators that
// SMT-LIB has. Floats are in smtlib_float.c, floats as real numbers in
// smtlib_real.c, memory in smtlib_mem.c, and what is known of objects in
// smtlib_layout.c.
//
// Where a term cannot be said exactly (fmod, the bits of a real number) it is
// a declared function: fewer facts, so "unsat" stays true and "sat" is a hint,
// as every model is.
#include "base/limit.h"
#include "term/smtlib_impl.h"

bool vd_smt_fail(VdSmt *s, const char *fmt, ...) {
  if (s->reason[0]) return false;
  va_list args;
  va_start(args, fmt);
  vsnprintf(s->reason, 160, fmt, args);
  va_end(args);
  return false;
}

// ------------------------------------------------------------------- parts

void vd_smt_sort(VdSmt *s, VdSort sort) {
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_NONE: break;
    case VD_SORT_BOOL: vd_buf_str(s->out, "Bool"); return;
    case VD_SORT_BV: vd_buf_printf(s->out, "(_ BitVec %u)", sort.a); return;
    case VD_SORT_FLOAT:
      if (s->reals)
        vd_buf_str(s->out, "Real");
      else
        vd_buf_printf(s->out, "(_ FloatingPoint %u %u)", sort.a, sort.b);
      return;
    case VD_SORT_ARRAY:
      if (s->words && vd_sort_is_mem(sort)) {
        vd_buf_str(s->out, "Mem");
        return;
      }
      vd_buf_printf(s->out, "(Array (_ BitVec %u) (_ BitVec %u))", sort.a,
                    sort.b);
      return;
    case VD_SORT_WORLD: vd_buf_str(s->out, "World"); return;
  }
  VD_CHECK(!"a term has a sort");
}

static void print_bits(VdSmt *s, const VdValue *value) {
  uint32_t width = vd_sort_width(value->sort);
  uint32_t step = width % 4 == 0 ? 4 : 1;
  vd_buf_str(s->out, step == 4 ? "#x" : "#b");
  for (uint32_t at = width; at > 0;) {
    at -= step;
    uint64_t digit = vd_value_limb(value, at / 64) >> (at % 64);
    vd_buf_char(s->out, "0123456789abcdef"[digit & ((1u << step) - 1)]);
  }
}

void vd_smt_bits(VdSmt *s, uint32_t width, uint64_t bits) {
  VdValue value = vd_value_bv(width, bits);
  print_bits(s, &value);
}

static void print_value(VdSmt *s, const VdValue *value) {
  if (value->sort.kind == VD_SORT_BOOL)
    vd_buf_str(s->out, value->bits ? "true" : "false");
  else if (value->sort.kind == VD_SORT_BV)
    print_bits(s, value);
  else if (s->reals)
    vd_smt_real(s, value);
  else
    vd_smt_float(s, value);
}

// Wide constants are defined once: a word of kilobytes may be cut into bytes.
static bool is_inline(VdSort sort) {
  return vd_sort_width(sort) <= 64;
}

static void print_variable(VdSmt *s, VdTerm t) {
  vd_buf_printf(s->out, "|v%u.%u.", (unsigned)vd_term_var_kind(s->tm, t),
                (unsigned)vd_term_var_number(s->tm, t));
  vd_sort_print(vd_term_sort(s->tm, t), s->out);
  vd_buf_char(s->out, '|');
}

void vd_smt_ref(VdSmt *s, VdTerm t) {
  VdOp op = vd_term_op(s->tm, t);
  VdValue value;
  if (op == VD_OP_VAR) {
    print_variable(s, t);
  } else if (op == VD_OP_ADDR) {
    vd_buf_printf(s->out, "o%u", vd_smt_object(s, vd_term_object(s->tm, t)));
  } else if (op == VD_OP_ROM) {
    vd_buf_str(s->out, "rom");
  } else if (op == VD_OP_CONST && is_inline(vd_term_sort(s->tm, t))) {
    VD_CHECK(vd_term_value(s->tm, t, &value));
    print_value(s, &value);
  } else {
    const uint64_t *k = vd_map_get(&s->name, t.id);
    VD_CHECK(k);
    vd_buf_printf(s->out, "n%u", (unsigned)*k);
  }
}

void vd_smt_address(VdSmt *s, VdTerm address, uint64_t offset) {
  VdValue value;
  if (vd_term_value(s->tm, address, &value)) {
    vd_smt_bits(s, VD_POINTER_BITS, value.bits + offset);
  } else if (offset == 0) {
    vd_smt_ref(s, address);
  } else {
    vd_buf_str(s->out, "(bvadd ");
    vd_smt_ref(s, address);
    vd_buf_char(s->out, ' ');
    vd_smt_bits(s, VD_POINTER_BITS, offset);
    vd_buf_char(s->out, ')');
  }
}

uint32_t vd_smt_begin(VdSmt *s, VdSort sort) {
  vd_buf_printf(s->out, "(define-fun n%u () ", ++s->defs);
  vd_smt_sort(s, sort);
  vd_buf_char(s->out, ' ');
  return s->defs;
}

void vd_smt_end(VdSmt *s) {
  vd_buf_str(s->out, ")\n");
}

uint32_t vd_smt_declare(VdSmt *s, VdSort sort) {
  vd_buf_printf(s->out, "(declare-const n%u ", ++s->defs);
  vd_smt_sort(s, sort);
  vd_smt_end(s);
  return s->defs;
}

void vd_smt_name(VdSmt *s, VdTerm t, uint32_t k) {
  *vd_map_put(&s->name, t.id) = k;
}

bool vd_smt_is_new_helper(VdSmt *s, VdOp op, VdSort sort) {
  uint64_t key = (uint64_t)op << 48 | (uint64_t)sort.a << 16 | sort.b;
  uint64_t *slot = vd_map_put(&s->helper, key);
  return !(*slot)++;
}

// --------------------------------------------------------------- templates

static const char *const modes[] = {
    [VD_ROUND_EVEN] = "RNE", [VD_ROUND_AWAY] = "RNA", [VD_ROUND_UP] = "RTP",
    [VD_ROUND_DOWN] = "RTN", [VD_ROUND_ZERO] = "RTZ",
};

static uint32_t number_of(VdSmt *s, VdTerm t, char mark) {
  VdSort sort = vd_term_sort(s->tm, t);
  VdSort from = vd_term_sort(s->tm, vd_term_arg(s->tm, t, 0));
  uint64_t imm = vd_term_imm(s->tm, t);
  switch (mark) {
    case 'a': return sort.a;
    case 'b': return sort.b;
    case 'x': return from.a;
    case 'y': return from.b;
    case 'd': return sort.a - from.a;
    case 'h': return (uint32_t)(imm >> 32);
    case 'l': return (uint32_t)imm;
  }
  VD_CHECK(!"a mark of a template");
  return 0;
}

void vd_smt_template(VdSmt *s, VdTerm t, const char *text) {
  for (; *text; text++) {
    if (*text != '$') {
      vd_buf_char(s->out, *text);
      continue;
    }
    text++;
    if (*text >= '0' && *text <= '9')
      vd_smt_ref(s, vd_term_arg(s->tm, t, (uint32_t)(*text - '0')));
    else if (*text == 'm')
      vd_buf_str(s->out, modes[vd_term_imm(s->tm, t)]);
    else
      vd_buf_printf(s->out, "%u", number_of(s, t, *text));
  }
}

void vd_smt_define(VdSmt *s, VdTerm t, const char *text) {
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_smt_template(s, t, text);
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// ------------------------------------------------------------------ leaves

// A name for people, on a line of its own; it may hold anything.
static void print_comment(VdSmt *s, const char *text) {
  vd_buf_str(s->out, "; ");
  for (int i = 0; text[i] && i < 100; i++)
    vd_buf_char(s->out, text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
  vd_buf_char(s->out, '\n');
}

static void print_const(VdSmt *s, VdTerm t) {
  VdValue value;
  VdSort sort = vd_term_sort(s->tm, t);
  if (is_inline(sort)) return;
  VD_CHECK(vd_term_value(s->tm, t, &value));
  uint32_t k = vd_smt_begin(s, sort);
  print_value(s, &value);
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

static void print_var(VdSmt *s, VdTerm t) {
  const char *name = vd_term_var_name(s->tm, t);
  if (*name) print_comment(s, name);
  vd_buf_str(s->out, "(declare-const ");
  print_variable(s, t);
  vd_buf_char(s->out, ' ');
  vd_smt_sort(s, vd_term_sort(s->tm, t));
  vd_smt_end(s);
}

static void declare_object(VdSmt *s, uint32_t object, uint32_t k) {
  print_comment(s, vd_object_get(s->tm, object)->name);
  vd_buf_printf(s->out, "(declare-const o%u ", k);
  vd_smt_sort(s, vd_sort_bv(VD_POINTER_BITS));
  vd_smt_end(s);
}

uint32_t vd_smt_object(VdSmt *s, uint32_t object) {
  uint64_t *slot = vd_map_put(&s->object, object);
  if (*slot == 0) {
    vd_push(&s->objects, object);
    *slot = s->objects.len;
    declare_object(s, object, s->objects.len);
  }
  return (uint32_t)*slot;
}

static void print_addr(VdSmt *s, VdTerm t) {
  vd_smt_object(s, vd_term_object(s->tm, t));
}

static void print_rom(VdSmt *s, VdTerm t) {
  (void)t;
  s->has_rom = true;
  vd_buf_str(s->out, "(declare-const rom ");
  vd_smt_sort(s, vd_sort_mem());
  vd_smt_end(s);
}

// --------------------------------------------------------------- operators

static void print_and(VdSmt *s, VdTerm t) {
  uint32_t k = vd_smt_begin(s, vd_sort_bool());
  vd_buf_str(s->out, "(and");
  for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++) {
    vd_buf_char(s->out, ' ');
    vd_smt_ref(s, vd_term_arg(s->tm, t, i));
  }
  vd_buf_char(s->out, ')');
  vd_smt_end(s);
  vd_smt_name(s, t, k);
}

// SMT-LIB's bit-vector operators take two arguments. These have the same name
// there; arguments from the first-th on are chained onto definition sum (or
// argument 0), count of them.
static uint32_t print_link(VdSmt *s, VdTerm t, uint32_t sum, uint32_t first,
                           uint32_t count) {
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  for (uint32_t i = 0; i < count; i++)
    vd_buf_printf(s->out, "(%s ", vd_op_info[vd_term_op(s->tm, t)].text);
  if (sum)
    vd_buf_printf(s->out, "n%u", sum);
  else
    vd_smt_ref(s, vd_term_arg(s->tm, t, 0));
  for (uint32_t i = 0; i < count; i++) {
    vd_buf_char(s->out, ' ');
    vd_smt_ref(s, vd_term_arg(s->tm, t, first + i));
    vd_buf_char(s->out, ')');
  }
  vd_smt_end(s);
  return k;
}

static void print_chain(VdSmt *s, VdTerm t) {
  uint32_t n = vd_term_args(s->tm, t), sum = 0;
  for (uint32_t i = 1; i < n; i += VD_SMT_WORD) {
    uint32_t count = n - i < VD_SMT_WORD ? n - i : VD_SMT_WORD;
    sum = print_link(s, t, sum, i, count);
  }
  vd_smt_name(s, t, sum);
}

static void declare_fun(VdSmt *s, VdTerm t, uint64_t k) {
  const VdFun *fun = vd_fun_get(s->tm, vd_term_fun(s->tm, t));
  print_comment(s, fun->name);
  vd_buf_printf(s->out, "(declare-fun f%u (", (unsigned)k);
  for (uint32_t i = 0; i < fun->params; i++) {
    if (i > 0) vd_buf_char(s->out, ' ');
    vd_smt_sort(s, fun->param[i]);
  }
  vd_buf_str(s->out, ") ");
  vd_smt_sort(s, vd_term_sort(s->tm, t));
  vd_smt_end(s);
}

static void note_fresh(VdSmt *s, VdTerm t) {
  const VdFun *fun = vd_fun_get(s->tm, vd_term_fun(s->tm, t));
  bool pointer = vd_sort_eq(vd_term_sort(s->tm, t), vd_sort_bv(64));
  if (fun->kind == VD_FUN_FRESH && vd_term_result(s->tm, t) == 0 && pointer)
    vd_push(&s->fresh, t);
}

static void print_app(VdSmt *s, VdTerm t) {
  uint64_t key = vd_term_imm(s->tm, t);
  uint32_t n = vd_term_args(s->tm, t);
  uint64_t *slot = vd_map_put(&s->fun, key);
  if (*slot == 0) declare_fun(s, t, *slot = s->fun.len);
  uint32_t k = vd_smt_begin(s, vd_term_sort(s->tm, t));
  vd_buf_printf(s->out, n > 0 ? "(f%u" : "f%u", (unsigned)*slot);
  for (uint32_t i = 0; i < n; i++) {
    vd_buf_char(s->out, ' ');
    vd_smt_ref(s, vd_term_arg(s->tm, t, i));
  }
  if (n > 0) vd_buf_char(s->out, ')');
  vd_smt_end(s);
  vd_smt_name(s, t, k);
  note_fresh(s, t);
}

static const VdSmtRow plain_row[VD_OP_COUNT] = {
    [VD_OP_CONST] = {.print = print_const},
    [VD_OP_VAR] = {.print = print_var},
    [VD_OP_ADDR] = {.print = print_addr},
    [VD_OP_ROM] = {.print = print_rom},
    [VD_OP_NOT] = {.text = "(not $0)"},
    [VD_OP_AND] = {.print = print_and},
    [VD_OP_EQ] = {.text = "(= $0 $1)"},
    [VD_OP_ITE] = {.text = "(ite $0 $1 $2)"},
    [VD_OP_BVNOT] = {.text = "(bvnot $0)"},
    [VD_OP_BVAND] = {.print = print_chain},
    [VD_OP_BVXOR] = {.print = print_chain},
    [VD_OP_BVADD] = {.print = print_chain},
    [VD_OP_BVMUL] = {.print = print_chain},
    [VD_OP_BVUDIV] = {.text = "(bvudiv $0 $1)"},
    [VD_OP_BVUREM] = {.text = "(bvurem $0 $1)"},
    [VD_OP_BVSDIV] = {.text = "(bvsdiv $0 $1)"},
    [VD_OP_BVSREM] = {.text = "(bvsrem $0 $1)"},
    [VD_OP_BVSHL] = {.text = "(bvshl $0 $1)"},
    [VD_OP_BVLSHR] = {.text = "(bvlshr $0 $1)"},
    [VD_OP_BVASHR] = {.text = "(bvashr $0 $1)"},
    [VD_OP_BVULT] = {.text = "(bvult $0 $1)"},
    [VD_OP_BVSLT] = {.text = "(bvslt $0 $1)"},
    [VD_OP_CONCAT] = {.text = "(concat $0 $1)"},
    [VD_OP_EXTRACT] = {.text = "((_ extract $h $l) $0)"},
    [VD_OP_SEXT] = {.text = "((_ sign_extend $d) $0)"},
    [VD_OP_ZEXT] = {.text = "((_ zero_extend $d) $0)"},
    [VD_OP_PTRADD] = {.text = "(bvadd $0 $1)"},
    [VD_OP_APP] = {.print = print_app},
};

static bool has_row(const VdSmtRow *row) {
  return row->text || row->print;
}

static const VdSmtRow *row_of(const VdSmt *s, VdOp op) {
  const VdSmtRow *floats = s->reals ? vd_smt_real_row : vd_smt_float_row;
  if (has_row(&plain_row[op])) return &plain_row[op];
  if (s->words && has_row(&vd_smt_word_row[op])) return &vd_smt_word_row[op];
  if (has_row(&vd_smt_mem_row[op])) return &vd_smt_mem_row[op];
  VD_CHECK(has_row(&floats[op]));
  return &floats[op];
}

static void print_node(VdSmt *s, VdTerm t) {
  const VdSmtRow *row = row_of(s, vd_term_op(s->tm, t));
  if (row->print)
    row->print(s, t);
  else
    vd_smt_define(s, t, row->text);
}

// ------------------------------------------------------------------ script

static bool check_roots(VdSmt *s, const VdTermVec *roots) {
  if (vd_terms_error(s->tm)) return vd_smt_fail(s, "%s", vd_terms_error(s->tm));
  for (uint32_t i = 0; i < roots->len; i++) {
    if (vd_term_is_none(roots->at[i])) return vd_smt_fail(s, "a missing term");
    if (vd_term_depth(s->tm, roots->at[i]) > vd_limit->smt_depth) {
      return vd_smt_fail(s, "a term deeper than smt_depth = %d",
                         vd_limit->smt_depth);
    }
  }
  return true;
}

static bool print_nodes(VdSmt *s, const VdTermVec *roots) {
  VdTermVec order = {0};
  vd_terms_reach(s->tm, roots->at, roots->len, &order);
  if (order.len > vd_limit->smt_nodes) {
    vd_smt_fail(s, "more than smt_nodes = %d terms", vd_limit->smt_nodes);
  }
  for (uint32_t i = 0; i < order.len && !s->reason[0]; i++)
    print_node(s, order.at[i]);
  vd_vec_done(&order);
  return !s->reason[0];
}

static void print_assert(VdSmt *s, VdTerm t) {
  vd_buf_str(s->out, "(assert ");
  vd_smt_ref(s, t);
  vd_smt_end(s);
}

static void print_watch(VdSmt *s, VdTerm t, uint32_t i) {
  vd_buf_printf(s->out, "(declare-const |w%u| ", i);
  vd_smt_sort(s, vd_term_sort(s->tm, t));
  vd_buf_printf(s->out, ")\n(assert (= |w%u| ", i);
  vd_smt_ref(s, t);
  vd_buf_str(s->out, "))\n");
}

static bool print_script(VdSmt *s, const VdSmtlib *query) {
  VdTermVec roots = {0};
  for (uint32_t i = 0; i < query->n; i++) vd_push(&roots, query->asserts[i]);
  for (uint32_t i = 0; i < query->watches; i++)
    vd_push(&roots, query->watch[i]);
  vd_buf_str(s->out, "(set-logic ALL)\n(declare-sort World 0)\n");
  if (s->words) vd_buf_str(s->out, "(declare-sort Mem 0)\n");
  bool ok = check_roots(s, &roots) && print_nodes(s, &roots);
  vd_vec_done(&roots);
  if (!ok) return false;
  vd_smt_layout(s);
  for (uint32_t i = 0; i < query->n; i++) print_assert(s, query->asserts[i]);
  for (uint32_t i = 0; i < query->watches; i++)
    print_watch(s, query->watch[i], i);
  vd_buf_str(s->out, "(check-sat)\n");
  return !s->reason[0];
}

bool vd_terms_smtlib(VdTerms *tm, const VdSmtlib *query, VdBuf *out,
                     char reason[160]) {
  VdSmt s = {.tm = tm,
             .out = out,
             .reals = query->reals,
             .words = query->words,
             .reason = reason};
  reason[0] = '\0';
  bool ok = print_script(&s, query);
  vd_map_done(&s.name);
  vd_map_done(&s.fun);
  vd_map_done(&s.helper);
  vd_map_done(&s.object);
  vd_vec_done(&s.objects);
  vd_vec_done(&s.fresh);
  return ok;
}
