// When two versions differ: a simple condition on the parameters, if there is
// one.
//
// Concrete runs say on which inputs they differ. Comparisons of parameters with
// constants of the program and with each other, and the tests of the difference
// itself, are tried alone and in twos; what agrees with every run is put to the
// solver: wherever it holds the versions differ, and nowhere else, of the
// inputs on which the old version is defined. A model that says otherwise is
// one more run.
#include <inttypes.h>

#include "base/limit.h"
#include "pair/pair.h"

typedef struct Bits {
  uint64_t word[VD_MOST_condition_samples / 64];
} Bits;

typedef struct Sample {
  VdValue *param;
  bool differs;
} Sample;

// A test, or its negation.
typedef struct Literal {
  VdTerm term;
  const char *text;
  uint32_t size;  // simple ones first
  Bits holds;     // by sample
} Literal;

typedef struct Finder {
  VdJob *job;
  VdRunner *runner;
  VdArena arena;
  VdBudget budget;
  uint32_t params;
  VdTerm param[VD_MOST_condition_params];
  const char *name[VD_MOST_condition_params];
  bool is_signed[VD_MOST_condition_params];
  VdTerm defined, unlike;
  VD_VEC(VdValue) number;
  uint32_t own;  // that many numbers are the program's
  VD_VEC(Literal) literal;
  VD_VEC(Sample) sample;
  Bits differs, all;
  VdEval *eval;
} Finder;

static void set_bit(Bits *b, uint32_t i) {
  b->word[i / 64] |= 1ull << (i % 64);
}
static bool same_bits(const Bits *x, const Bits *y) {
  return !memcmp(x, y, sizeof *x);
}

// ------------------------------------------------------------------ samples

static bool holds(Finder *f, VdTerm t, const VdValue *param) {
  VdValue value;
  vd_eval_reset(f->eval);
  for (uint32_t i = 0; i < f->params; i++)
    vd_eval_set(f->eval, f->param[i], param[i]);
  return vd_eval(f->eval, t, &value) && value.bits;
}

static void add_sample(Finder *f, const VdValue *param, bool differs) {
  if (f->sample.len >= vd_limit->condition_samples) return;
  uint32_t at = f->sample.len;
  Sample s = {vd_arena_copy(&f->arena, param, f->params * sizeof *param),
              differs};
  vd_push(&f->sample, s);
  set_bit(&f->all, at);
  if (differs) set_bit(&f->differs, at);
  for (uint32_t i = 0; i < f->literal.len; i++)
    if (holds(f, f->literal.at[i].term, s.param))
      set_bit(&f->literal.at[i].holds, at);
}

static void run_sample(Finder *f, VdCase *input) {
  bool differs = vd_runner_shows(f->runner, input, false);
  if (vd_runner_old_status(f->runner) == VD_RUN_OK)
    add_sample(f, input->param, differs);
}

// Around the input that is known to differ, then anywhere.
static void run_samples(Finder *f) {
  double start = vd_work();
  VdCase *cex = vd_evidence_case(&f->job->verdict->evidence);
  VdInputs *inputs = vd_inputs_new(&f->job->sides, f->runner);
  VdArena arena = {0};
  VdCase *near = vd_case_copy(cex, &f->arena);
  uint32_t runs = 0;
  run_sample(f, near);
  for (uint32_t i = 0; i < f->params; i++)
    for (uint32_t k = 0; k < f->number.len && runs < vd_limit->condition_runs;
         k++) {
      if (!vd_sort_eq(f->number.at[k].sort, near->param[i].sort)) continue;
      if (runs++ > vd_limit->condition_least &&
          vd_work() - start > vd_limit->condition_run_work)
        break;
      near->param[i] = f->number.at[k];
      run_sample(f, near);
      near->param[i] = cex->param[i];
    }
  vd_vec_done(&near->memory);
  for (uint32_t n = 0; n < vd_limit->condition_runs; n++) {
    if (n > vd_limit->condition_least &&
        vd_work() - start > 2 * vd_limit->condition_run_work)
      break;
    VdCase *input = vd_inputs_get(inputs, n, &arena);
    run_sample(f, input);
    vd_vec_done(&input->memory);
    vd_arena_done(&arena);
  }
  vd_inputs_free(inputs);
}

// ----------------------------------------------------------------- literals

static int param_of(const Finder *f, VdTerm t) {
  for (uint32_t i = 0; i < f->params; i++)
    if (vd_term_eq(f->param[i], t)) return (int)i;
  return -1;
}

static bool is_word(const Finder *f, uint32_t i) {
  VdSort sort = vd_term_sort(f->job->sides.tm, f->param[i]);
  return sort.kind == VD_SORT_BV && sort.a <= 64 && sort.a >= 8;
}

static int64_t as_signed(VdValue v) {
  uint32_t unused = 64 - v.sort.a;
  return (int64_t)(v.bits << unused) >> unused;
}

static void put_number(VdBuf *out, VdValue v, bool is_signed) {
  int64_t x = as_signed(v);
  if (v.sort.a == 8 && x > ' ' && x < 127 && x != '\'' && x != '\\') {
    vd_buf_printf(out, "'%c'", (char)x);
    return;
  }
  bool hex = !is_signed && v.bits > 0xffff && !(v.bits & (v.bits - 1));
  if (hex)
    vd_buf_printf(out, "0x%" PRIx64, v.bits);
  else if (is_signed)
    vd_buf_printf(out, "%" PRId64, x);
  else
    vd_buf_printf(out, "%" PRIu64, v.bits);
}

static void add_literal(Finder *f, VdTerm term, const char *text,
                        uint32_t size) {
  if (vd_term_is_none(term) || f->literal.len >= vd_limit->condition_atoms)
    return;
  VdValue constant;
  if (vd_term_value(f->job->sides.tm, term, &constant)) return;
  for (uint32_t i = 0; i < f->literal.len; i++)
    if (vd_term_eq(f->literal.at[i].term, term)) return;
  Literal l = {term, vd_arena_str(&f->arena, text), size, {{0}}};
  vd_push(&f->literal, l);
}

static VdTerm order(Finder *f, VdTerm x, VdTerm y, bool is_signed) {
  VdTerm args[2] = {x, y};
  return vd_mk(f->job->sides.tm, is_signed ? VD_OP_BVSLT : VD_OP_BVULT, 0, args,
               2);
}

// x op y for all comparisons.
static void add_comparisons(Finder *f, VdTerm x, VdTerm y, bool is_signed,
                            const char *a, const char *b, uint32_t size) {
  VdTerms *tm = f->job->sides.tm;
  VdTerm less = order(f, x, y, is_signed), more = order(f, y, x, is_signed);
  VdTerm equal = vd_mk_eq(tm, x, y);
  const struct {
    VdTerm term;
    const char *op;
    uint32_t size;
  } row[] = {{equal, "==", 1},
             {less, "<", 0},
             {more, ">", 0},
             {vd_mk_not(tm, more), "<=", 1},
             {vd_mk_not(tm, less), ">=", 1},
             {vd_mk_not(tm, equal), "!=", 1}};
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdBuf text = {0};
    vd_buf_printf(&text, "%s %s %s", a, row[i].op, b);
    add_literal(f, row[i].term, vd_buf_text(&text), size + row[i].size);
    vd_buf_done(&text);
  }
}

static void add_number_literals(Finder *f, uint32_t i) {
  VdSort sort = vd_term_sort(f->job->sides.tm, f->param[i]);
  for (uint32_t k = 0; k < f->number.len; k++) {
    VdValue v = f->number.at[k];
    if (!vd_sort_eq(v.sort, sort)) continue;
    VdBuf text = {0};
    put_number(&text, v, f->is_signed[i]);
    add_comparisons(f, f->param[i], vd_mk_value(f->job->sides.tm, &v),
                    f->is_signed[i], f->name[i], vd_buf_text(&text),
                    k < f->own ? 2 : 4);
    vd_buf_done(&text);
  }
}

// Odd or even.
static void add_parity(Finder *f, uint32_t i) {
  VdTerms *tm = f->job->sides.tm;
  VdTerm odd =
      vd_mk_eq(tm, vd_mk_extract(tm, f->param[i], 0, 0), vd_mk_bv(tm, 1, 1));
  for (int even = 0; even < 2; even++) {
    VdBuf text = {0};
    vd_buf_printf(&text, "%s %% 2 %s 0", f->name[i], even ? "==" : "!=");
    add_literal(f, even ? vd_mk_not(tm, odd) : odd, vd_buf_text(&text), 6);
    vd_buf_done(&text);
  }
}

static void add_float_test(Finder *f, VdOp op, VdTerm x, VdTerm y,
                           const char *name, const char *how,
                           const VdValue *v) {
  VdTerm args[2] = {x, y};
  VdBuf text = {0}, number = {0};
  vd_value_print(v, &number);
  vd_buf_printf(&text, "%s %s %.*s", name, how,
                (int)strcspn(vd_buf_text(&number), ":"), vd_buf_text(&number));
  add_literal(f, vd_mk(f->job->sides.tm, op, 0, args, 2), vd_buf_text(&text),
              3);
  vd_buf_done(&text);
  vd_buf_done(&number);
}

static void add_floats(Finder *f, uint32_t i, const VdTermVec *nodes) {
  VdTerms *tm = f->job->sides.tm;
  VdTerm x = f->param[i];
  const char *name = f->name[i];
  VdBuf text = {0};
  vd_buf_printf(&text, "isnan(%s)", name);
  add_literal(f, vd_mk(tm, VD_OP_FNAN, 0, &x, 1), vd_buf_text(&text), 3);
  vd_buf_done(&text);
  for (uint32_t k = 0, n = 0; k < nodes->len && n < vd_limit->condition_floats;
       k++) {
    VdTerm c = nodes->at[k];
    VdValue v;
    if (!vd_term_value(tm, c, &v) || !vd_sort_eq(v.sort, vd_term_sort(tm, x)))
      continue;
    n++;
    add_float_test(f, VD_OP_FLT, x, c, name, "<", &v);
    add_float_test(f, VD_OP_FLT, c, x, name, ">", &v);
    add_float_test(f, VD_OP_FLE, x, c, name, "<=", &v);
    add_float_test(f, VD_OP_FLE, c, x, name, ">=", &v);
    add_float_test(f, VD_OP_FEQ, x, c, name, "==", &v);
  }
}

// --------------------------------------------------- tests of the difference

static bool put_term(const Finder *f, VdTerm t, VdBuf *out, uint32_t depth);

static bool put_many(const Finder *f, VdTerm t, const char *op, VdBuf *out,
                     uint32_t depth) {
  uint32_t n = vd_term_args(f->job->sides.tm, t);
  if (depth) vd_buf_char(out, '(');
  for (uint32_t i = n; i-- > 0;) {
    if (!put_term(f, vd_term_arg(f->job->sides.tm, t, i), out, depth + 1))
      return false;
    if (i) vd_buf_printf(out, " %s ", op);
  }
  if (depth) vd_buf_char(out, ')');
  return true;
}

// In C, for what means the same there: words of one width.
static bool put_term(const Finder *f, VdTerm t, VdBuf *out, uint32_t depth) {
  const VdTerms *tm = f->job->sides.tm;
  int p = param_of(f, t);
  VdValue v;
  if (p >= 0) {
    vd_buf_str(out, f->name[p]);
    return true;
  }
  if (vd_term_value(tm, t, &v)) {
    if (v.sort.kind != VD_SORT_BV || v.sort.a > 64) return false;
    put_number(out, v, v.sort.a >= 32);
    return true;
  }
  switch (vd_term_op(tm, t)) {
    case VD_OP_BVADD: return put_many(f, t, "+", out, depth);
    case VD_OP_BVMUL: return put_many(f, t, "*", out, depth);
    case VD_OP_BVAND: return put_many(f, t, "&", out, depth);
    case VD_OP_BVXOR: return put_many(f, t, "^", out, depth);
    case VD_OP_EXTRACT: {
      uint32_t high = (uint32_t)(vd_term_imm(tm, t) >> 32);
      if ((uint32_t)vd_term_imm(tm, t) || high >= 63) return false;
      vd_buf_char(out, '(');
      bool ok = put_term(f, vd_term_arg(tm, t, 0), out, depth + 1);
      vd_buf_printf(out, " & %llu)", (2ull << high) - 1);
      return ok;
    }
    default: return false;
  }
}

static bool is_small(const Finder *f, VdTerm t) {
  VdTermVec nodes = {0};
  vd_terms_reach(f->job->sides.tm, &t, 1, &nodes);
  bool small = nodes.len <= vd_limit->condition_size;
  vd_vec_done(&nodes);
  return small;
}

// Words of one width throughout, or their low bits against a number.
static bool is_plain(const Finder *f, VdTerm t) {
  const VdTerms *tm = f->job->sides.tm;
  VdTerm x = vd_term_arg(tm, t, 0), y = vd_term_arg(tm, t, 1);
  VdSort sort = vd_term_sort(tm, x);
  VdValue v;
  if (vd_term_value(tm, x, &v)) x = y;
  if (sort.kind != VD_SORT_BV || sort.a > 64) return false;
  bool low = vd_term_op(tm, x) == VD_OP_EXTRACT;
  if (low) sort = vd_term_sort(tm, vd_term_arg(tm, x, 0));
  VdTermVec nodes = {0};
  bool plain = sort.a == 32 || sort.a == 64;
  VdTerm root = low ? vd_term_arg(tm, x, 0) : t;
  vd_terms_reach(tm, &root, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    plain &= vd_term_eq(nodes.at[i], t) ||
             vd_sort_eq(vd_term_sort(tm, nodes.at[i]), sort);
  vd_vec_done(&nodes);
  return plain;
}

// a == b of the formula; comparisons by order are left to the parameters, whose
// signs are known.
static void add_test(Finder *f, VdTerm t) {
  const VdTerms *tm = f->job->sides.tm;
  if (vd_term_op(tm, t) != VD_OP_EQ || !is_small(f, t)) return;
  if (!is_plain(f, t)) return;
  for (int negated = 0; negated < 2; negated++) {
    VdBuf text = {0};
    VdTerm x = vd_term_arg(tm, t, 0), y = vd_term_arg(tm, t, 1);
    VdValue v;
    if (vd_term_value(tm, x, &v)) {
      VdTerm swap = x;
      x = y, y = swap;
    }
    bool ok = put_term(f, x, &text, 1);
    vd_buf_str(&text, negated ? " != " : " == ");
    ok = ok && put_term(f, y, &text, 1);
    if (ok)
      add_literal(f, negated ? vd_mk_not(f->job->sides.tm, t) : t,
                  vd_buf_text(&text), 8);
    vd_buf_done(&text);
  }
}

// ---------------------------------------------------------- what is compared

static void add_number(Finder *f, uint32_t width, uint64_t bits) {
  VdValue v = vd_value_bv(width, bits);
  if (f->number.len >= vd_limit->condition_numbers) return;
  for (uint32_t i = 0; i < f->number.len; i++)
    if (vd_value_eq(&f->number.at[i], &v)) return;
  vd_push(&f->number, v);
}

static bool is_sign_op(VdOp op) {
  return op == VD_OP_BVSLT || op == VD_OP_BVSDIV || op == VD_OP_BVSREM ||
         op == VD_OP_BVASHR || op == VD_OP_SEXT;
}
static bool is_unsigned_op(VdOp op) {
  return op == VD_OP_BVULT || op == VD_OP_BVUDIV || op == VD_OP_BVUREM ||
         op == VD_OP_ZEXT;
}

// How the function itself uses its parameters.
static void find_uses(const VdFunc *func, bool *with, bool *without) {
  for (uint32_t b = 0; b < func->block.len; b++)
    for (uint32_t i = 0; i < func->block.at[b].inst.len; i++) {
      const VdInst *inst = &func->block.at[b].inst.at[i];
      for (uint32_t k = 0; k < inst->args && inst->kind == VD_INST_OP; k++) {
        uint32_t p = inst->arg[k].id - func->block.at[0].first_param.id;
        uint32_t input = 0;
        if (p >= func->params || !vd_param_is_input(&func->param[p])) continue;
        for (uint32_t j = 0; j < p; j++)
          input += vd_param_is_input(&func->param[j]);
        if (input >= vd_limit->condition_params) continue;
        with[input] |= is_sign_op(inst->op);
        without[input] |= is_unsigned_op(inst->op);
      }
    }
}

// A parameter is taken for unsigned if it is only ever used so.
static void find_signs(Finder *f, const VdTermVec *nodes) {
  bool with[VD_MOST_condition_params] = {0},
       without[VD_MOST_condition_params] = {0};
  for (int k = 0; k < 2; k++) find_uses(vd_job_func(f->job, k), with, without);
  const VdTerms *tm = f->job->sides.tm;
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdOp op = vd_term_op(tm, nodes->at[i]);
    for (uint32_t k = 0; k < vd_term_args(tm, nodes->at[i]); k++) {
      int p = param_of(f, vd_term_arg(tm, nodes->at[i], k));
      if (p < 0) continue;
      with[p] |= is_sign_op(op);
      without[p] |= is_unsigned_op(op);
    }
  }
  for (uint32_t p = 0; p < f->params; p++)
    f->is_signed[p] = with[p] || !without[p];
}

// Constants as the functions themselves have them; the formula may have 101
// where they have 100.
static void find_written(Finder *f, const VdFunc *func) {
  for (uint32_t b = 0; b < func->block.len; b++)
    for (uint32_t i = 0; i < func->block.at[b].inst.len; i++) {
      const VdInst *inst = &func->block.at[b].inst.at[i];
      bool word = false;
      if (inst->kind != VD_INST_CONST ||
          f->number.len >= vd_limit->condition_numbers / 2)
        continue;
      for (uint32_t p = 0; p < f->params; p++)
        word |= is_word(f, p) &&
                vd_sort_eq(inst->value.sort,
                           vd_term_sort(f->job->sides.tm, f->param[p]));
      if (word) add_number(f, inst->value.sort.a, inst->value.bits);
    }
}

// Constants of the formula and their neighbours, as often as there is room.
static void find_numbers(Finder *f, const VdTermVec *nodes) {
  const VdTerms *tm = f->job->sides.tm;
  const VdCase *cex = vd_evidence_case(&f->job->verdict->evidence);
  for (uint32_t p = 0; p < f->params; p++)
    if (is_word(f, p)) add_number(f, vd_term_sort(tm, f->param[p]).a, 0);
  for (int k = 0; k < 2; k++) find_written(f, vd_job_func(f->job, k));
  f->own = f->number.len;
  for (int by = 0; by < 3; by++) {
    for (uint32_t i = 0; i < nodes->len; i++) {
      VdValue v;
      if (!vd_term_value(tm, nodes->at[i], &v) || v.sort.kind != VD_SORT_BV ||
          v.sort.a < 8 || v.sort.a > 64)
        continue;
      uint64_t bits = v.bits + (by == 1) - (by == 2);
      bool word = false;
      for (uint32_t p = 0; p < f->params; p++)
        word |= vd_sort_eq(v.sort, vd_term_sort(tm, f->param[p]));
      if (word) add_number(f, v.sort.a, bits);
      if (word && by) add_number(f, v.sort.a, 0 - v.bits);
    }
  }
  for (uint32_t p = 0; p < f->params; p++) {
    uint32_t w = vd_term_sort(tm, f->param[p]).a;
    if (!is_word(f, p)) continue;
    add_number(f, w, cex->param[p].bits);
    const uint64_t edge[] = {0, 1, ~0ull, 1ull << (w - 1),
                             (1ull << (w - 1)) - 1};
    for (size_t k = 0; k < VD_COUNT(edge); k++) add_number(f, w, edge[k]);
  }
}

static void find_literals(Finder *f, const VdTermVec *nodes) {
  const VdTerms *tm = f->job->sides.tm;
  for (uint32_t i = 0; i < f->params; i++) {
    VdSort sort = vd_term_sort(tm, f->param[i]);
    if (!f->name[i][0]) continue;
    if (is_word(f, i)) add_number_literals(f, i);
    if (is_word(f, i)) add_parity(f, i);
    if (sort.kind == VD_SORT_FLOAT && vd_sort_width(sort) <= 64)
      add_floats(f, i, nodes);
  }
  for (uint32_t i = 0; i < f->params; i++)
    for (uint32_t k = i + 1; k < f->params; k++)
      if (is_word(f, i) && f->name[i][0] && f->name[k][0] &&
          vd_sort_eq(vd_term_sort(tm, f->param[i]),
                     vd_term_sort(tm, f->param[k])) &&
          f->is_signed[i] == f->is_signed[k])
        add_comparisons(f, f->param[i], f->param[k], f->is_signed[i],
                        f->name[i], f->name[k], 4);
  for (uint32_t i = 0; i < nodes->len; i++) add_test(f, nodes->at[i]);
}

// A parameter without a name is not put into words.
static bool find_params(Finder *f) {
  const VdFunc *func = vd_job_func(f->job, OLD);
  for (uint32_t i = 0; i < func->params; i++) {
    const VdParam *p = &func->param[i];
    if (!vd_param_is_input(p)) continue;
    if (f->params == vd_limit->condition_params) return false;
    f->name[f->params] = p->name ? p->name : "";
    f->param[f->params++] = vd_summary_param(f->job->sides.tm, func, i);
  }
  return f->params > 0;
}

static bool find_all(Finder *f) {
  VdGoal goal;
  VdTermVec nodes = {0};
  VdJob *job = f->job;
  bool heap = job->with_heap;
  job->with_heap = false;
  bool ok = find_params(f) && vd_goal_init(job, &goal);
  if (ok) {
    ok = vd_open_whole(job, &goal);
    f->unlike = vd_goal_unlike(job, &goal);
    f->defined = vd_goal_inside(job->sides.tm, goal.defined[OLD]);
    vd_goal_done(&goal);
  }
  job->with_heap = heap;
  ok = ok && !vd_terms_error(job->sides.tm);
  if (ok) {
    VdTerm roots[2] = {f->unlike, f->defined};
    vd_terms_reach(job->sides.tm, roots, 2, &nodes);
    find_signs(f, &nodes);
    find_numbers(f, &nodes);
    find_literals(f, &nodes);
  }
  vd_vec_done(&nodes);
  return ok;
}

// ------------------------------------------------------------------- proofs

static VdAnswer ask(Finder *f, VdTerm t, VdValue *param) {
  VdJob *job = f->job;
  VdSolver z3 = {.memory = job->options->solver.memory};
  VdQuery query = {
      .asserts = &t, .n = 1, .watch = f->param, .watches = f->params};
  VdReply reply;
  if (vd_terms_error(job->sides.tm)) return VD_ANSWER_UNKNOWN;
  if (vd_term_is_false(job->sides.tm, t)) return VD_ANSWER_UNSAT;
  job->solver_calls++;
  vd_solve(&z3, job->sides.tm, &query, &f->budget, &f->arena, &reply);
  if (reply.answer == VD_ANSWER_SAT)
    memcpy(param, reply.watch, f->params * sizeof *param);
  return reply.answer;
}

// Whether they differ exactly where the condition holds. A model is one more
// sample; wrong is false if there is no point in going on.
static bool is_exact(Finder *f, VdTerm when, bool *go_on) {
  VdTerms *tm = f->job->sides.tm;
  VdValue param[VD_MOST_condition_params];
  VdTerm within = vd_mk_and(tm, f->defined, when);
  VdTerm beyond = vd_mk_and(tm, f->defined, vd_mk_not(tm, when));
  VdAnswer a = ask(f, vd_mk_and(tm, beyond, f->unlike), param);
  if (a == VD_ANSWER_SAT) add_sample(f, param, true);
  *go_on = a == VD_ANSWER_SAT;
  if (a != VD_ANSWER_UNSAT) return false;
  a = ask(f, vd_mk_and(tm, within, vd_mk_not(tm, f->unlike)), param);
  if (a == VD_ANSWER_SAT) add_sample(f, param, false);
  *go_on = a == VD_ANSWER_SAT;
  return a == VD_ANSWER_UNSAT;
}

// ------------------------------------------------------------------- search

typedef struct Candidate {
  VdTerm term;
  const Literal *a, *b;
  bool both;  // a && b, else a || b
  uint32_t size;
} Candidate;

static void consider(Finder *f, Candidate c, Candidate *best) {
  if (!vd_term_is_none(best->term) && best->size <= c.size) return;
  VdTerms *tm = f->job->sides.tm;
  c.term = !c.b     ? c.a->term
           : c.both ? vd_mk_and(tm, c.a->term, c.b->term)
                    : vd_mk_or(tm, c.a->term, c.b->term);
  *best = c;
}

static Bits mixed(const Bits *x, const Bits *y, bool both) {
  Bits r;
  for (size_t i = 0; i < VD_COUNT(r.word); i++)
    r.word[i] = both ? x->word[i] & y->word[i] : x->word[i] | y->word[i];
  return r;
}

// The simplest condition that agrees with every sample; none if there is none.
static Candidate simplest(Finder *f) {
  Candidate best = {0};
  for (uint32_t i = 0; i < f->literal.len; i++) {
    const Literal *l = &f->literal.at[i];
    if (same_bits(&l->holds, &f->differs))
      consider(f, (Candidate){.a = l, .size = l->size}, &best);
  }
  if (!vd_term_is_none(best.term)) return best;
  for (int both = 0; both < 2; both++) {
    VD_VEC(uint32_t) useful = {0};
    for (uint32_t i = 0; i < f->literal.len; i++) {
      Bits r = mixed(&f->literal.at[i].holds, &f->differs, both);
      if (same_bits(&r, &f->differs)) vd_push(&useful, i);
    }
    for (uint32_t i = 0; i < useful.len; i++)
      for (uint32_t k = i + 1; k < useful.len; k++) {
        const Literal *x = &f->literal.at[useful.at[i]];
        const Literal *y = &f->literal.at[useful.at[k]];
        Bits r = mixed(&x->holds, &y->holds, both);
        if (same_bits(&r, &f->differs))
          consider(
              f,
              (Candidate){
                  .a = x, .b = y, .both = both, .size = 10 + x->size + y->size},
              &best);
      }
    vd_vec_done(&useful);
  }
  return best;
}

// Lower bounds come first.
static void say(Finder *f, const Candidate *c) {
  bool swap = c->b && strstr(c->a->text, " <") && strstr(c->b->text, " >");
  const Literal *a = swap ? c->b : c->a, *b = swap ? c->a : c->b;
  if (c->b)
    vd_job_note(f->job, VD_NOTE_CONDITION, "differs exactly when %s %s %s",
                a->text, c->both ? "&&" : "||", b->text);
  else
    vd_job_note(f->job, VD_NOTE_CONDITION, "differs exactly when %s",
                c->a->text);
}

static bool search(Finder *f) {
  bool go_on = true;
  if (same_bits(&f->differs, &f->all)) {
    if (is_exact(f, vd_mk_bool(f->job->sides.tm, true), &go_on)) {
      vd_job_note(f->job, VD_NOTE_CONDITION,
                  "differs on every input on which the old version is defined");
      return true;
    }
  }
  for (uint32_t n = 0; n < vd_limit->condition_asked && go_on; n++) {
    if (vd_budget_over(&f->budget)) return false;
    Candidate c = simplest(f);
    if (vd_term_is_none(c.term)) return false;
    if (!is_exact(f, c.term, &go_on)) continue;
    say(f, &c);
    return true;
  }
  return false;
}

void vd_find_condition(VdJob *job, VdRunner *runner) {
  double start = vd_now(),
         share = job->options->effort * vd_limit->condition_share;
  if (job->loop || job->options->reals ||
      !vd_evidence_case(&job->verdict->evidence))
    return;
  Finder f = {.job = job, .runner = runner};
  f.budget = vd_budget_slice(&job->budget,
                             share > 0 && share < vd_limit->condition_work
                                 ? share
                                 : vd_limit->condition_work);
  f.eval = vd_eval_new(job->sides.tm);
  if (find_all(&f)) {
    run_samples(&f);
    bool found = search(&f);
    vd_job_step(job, "condition", start,
                found ? "when they differ" : "no simple condition");
  }
  vd_eval_free(f.eval);
  vd_vec_done(&f.number);
  vd_vec_done(&f.literal);
  vd_vec_done(&f.sample);
  vd_arena_done(&f.arena);
}
