// What the property tests of src/pair share: random small programs of 4-bit
// words, each written in two styles that mean the same, or with one statement
// changed; a pair of them at work; and what both do on every input, by the
// interpreter.
#ifndef VD_PAIR_SMALL_H
#define VD_PAIR_SMALL_H

#include "../ir/ir_test.h"
#include "base/limit.h"
#include "function/order.h"

enum { SMALL_STMTS = 24, SMALL_VARS = 4, SMALL_WORDS = 5, SMALL_BITS = 4 };
enum { SMALL_INPUTS = 1 << (2 * SMALL_BITS) };

// --------------------------------------------------------------- programs
// f(x, y) has variables x, y, u, v and the counter of a loop; it gives the sum
// of all.

typedef enum SmallKind {
  SMALL_SET,      // var = a op b
  SMALL_REQUIRE,  // a test b, or behaviour is undefined
  SMALL_IF,       // a test b: `yes` statements, else `no` ones
  SMALL_LOOP,     // for (i = 0; i < a; i++) `yes` statements
} SmallKind;

typedef struct SmallWord {
  bool constant;
  uint32_t n;  // a variable, SMALL_VARS: the counter; or a number
} SmallWord;

typedef struct SmallStmt {
  SmallKind kind;
  VdOp op;
  uint32_t var;
  SmallWord a, b;
  uint32_t yes, no;  // statements, those inside them counted
} SmallStmt;

// What a style does: other words for what statements say, or another counter.
typedef enum SmallShape {
  SMALL_STRAIGHT,
  SMALL_MOVED,  // a loop whose counter starts elsewhere
  SMALL_WIDER,  // one of more bits; now and then moved, or by twos
} SmallShape;

typedef struct Small {
  SmallShape shape;
  uint32_t len;
  SmallStmt at[SMALL_STMTS];
} Small;

static inline SmallWord small_word(VdRandom *r, bool counter) {
  if (vd_random_below(r, 3) == 0)
    return (SmallWord){true, (uint32_t)vd_random_below(r, 16)};
  return (SmallWord){false, (uint32_t)vd_random_below(r, SMALL_VARS + counter)};
}

static inline SmallStmt small_set(VdRandom *r, bool counter) {
  static const VdOp op[] = {VD_OP_BVADD,  VD_OP_BVADD, VD_OP_BVMUL,
                            VD_OP_BVAND,  VD_OP_BVXOR, VD_OP_BVSHL,
                            VD_OP_BVLSHR, VD_OP_BVUDIV};
  return (SmallStmt){.kind = SMALL_SET,
                     .op = op[vd_random_below(r, VD_COUNT(op))],
                     .var = (uint32_t)vd_random_below(r, SMALL_VARS),
                     .a = small_word(r, counter),
                     .b = small_word(r, counter)};
}

static inline SmallStmt small_test(VdRandom *r, SmallKind kind, bool counter) {
  static const VdOp op[] = {VD_OP_BVULT, VD_OP_BVSLT, VD_OP_EQ};
  SmallStmt s = small_set(r, counter);
  s.kind = kind;
  s.op = op[vd_random_below(r, VD_COUNT(op))];
  return s;
}

// Some statements, and how many that are.
static inline uint32_t small_body(Small *p, VdRandom *r, uint32_t n,
                                  bool counter) {
  uint32_t first = p->len;
  while (n-- > 0 && p->len < SMALL_STMTS) {
    uint32_t i = p->len++, kind = (uint32_t)vd_random_below(r, 16);
    if (kind == 0) {
      p->at[i] = small_test(r, SMALL_REQUIRE, counter);
    } else if (kind <= 4) {
      p->at[i] = small_test(r, SMALL_IF, counter);
      uint32_t yes = 1 + (uint32_t)vd_random_below(r, 2);
      p->at[i].yes = small_body(p, r, yes, counter);
      p->at[i].no = small_body(p, r, (uint32_t)vd_random_below(r, 2), counter);
    } else {
      p->at[i] = small_set(r, counter);
    }
  }
  return p->len - first;
}

// Of a loop little more than that, and sums in it: proofs about it take time.
static inline Small small_random(VdRandom *r, SmallShape shape) {
  Small p = {.shape = shape};
  if (shape == SMALL_STRAIGHT) {
    small_body(&p, r, 4, false);
    return p;
  }
  p.at[p.len++] = (SmallStmt){.kind = SMALL_LOOP,
                              .a = {false, (uint32_t)vd_random_below(r, 2)}};
  for (uint32_t n = 1 + (uint32_t)vd_random_below(r, 2); n > 0; n--) {
    SmallStmt s = small_set(r, true);
    s.op = VD_OP_BVADD;
    s.var = 1 + n;
    s.a = (SmallWord){false, s.var};
    p.at[p.len++] = s;
  }
  p.at[0].yes = p.len - 1;
  return p;
}

// One statement is another one; perhaps nobody sees it.
static inline Small small_mutant(const Small *p, VdRandom *r) {
  Small q = *p;
  SmallStmt *s = &q.at[vd_random_below(r, q.len)];
  SmallStmt other = s->kind == SMALL_SET ? small_set(r, false)
                                         : small_test(r, s->kind, false);
  switch (vd_random_below(r, 3)) {
    case 0: s->a = other.a; break;
    case 1:
      s->b = other.b;
      if (s->kind == SMALL_LOOP) s->a = other.a;
      break;
    default:
      if (s->kind == SMALL_LOOP) s->a = other.a;
      s->op = other.op;
      s->var = other.var;
  }
  return q;
}

// ----------------------------------------------------------------- writing

typedef struct SmallWriter {
  VdBuild *b;
  VdRandom *style;  // NULL: as it stands
  SmallShape shape;
  uint32_t var[SMALL_VARS], counter;
  // The counter i is offset + i * 2^scale, in so many bits.
  uint32_t bits, offset, scale;
} SmallWriter;

static inline bool small_coin(SmallWriter *w, uint32_t n) {
  return w->style && vd_random_below(w->style, n) == 0;
}

static inline VdRef small_bv(SmallWriter *w, uint64_t n) {
  return vd_build_bv(w->b, SMALL_BITS, n);
}

static inline VdRef small_counter(SmallWriter *w) {
  VdRef i = vd_build_read(w->b, w->counter);
  i = ir_op2(w->b, VD_OP_BVADD, i, vd_build_bv(w->b, w->bits, -w->offset));
  if (w->bits == SMALL_BITS) return i;
  i = ir_op2(w->b, VD_OP_BVLSHR, i, vd_build_bv(w->b, w->bits, w->scale));
  return vd_build_op(w->b, VD_OP_EXTRACT, (uint64_t)(SMALL_BITS - 1) << 32, &i,
                     1);
}

static inline VdRef small_read(SmallWriter *w, SmallWord word) {
  if (word.constant) return small_bv(w, word.n);
  if (word.n == SMALL_VARS) return small_counter(w);
  return vd_build_read(w->b, w->var[word.n]);
}

// x + 2 (a and b)
static inline VdRef small_carry(SmallWriter *w, VdRef x, VdRef a, VdRef b,
                                uint32_t factor) {
  VdRef both = ir_op2(w->b, VD_OP_BVAND, a, b);
  both = ir_op2(w->b, VD_OP_BVMUL, both, small_bv(w, factor));
  return ir_op2(w->b, VD_OP_BVADD, x, both);
}

static inline VdRef small_value(SmallWriter *w, const SmallStmt *s) {
  VdRef a = small_read(w, s->a), b = small_read(w, s->b);
  VdRef plain = ir_op2(w->b, s->op, a, b);
  if (w->shape != SMALL_STRAIGHT || !small_coin(w, 2)) return plain;
  switch (s->op) {
    case VD_OP_BVADD:
      return small_carry(w, ir_op2(w->b, VD_OP_BVXOR, a, b), a, b, 2);
    case VD_OP_BVXOR:
      return small_carry(w, ir_op2(w->b, VD_OP_BVADD, a, b), a, b, 14);
    case VD_OP_BVMUL:  // a (b + 1) - a
      b = ir_op2(w->b, VD_OP_BVADD, b, small_bv(w, 1));
      b = ir_op2(w->b, VD_OP_BVMUL, a, b);
      a = ir_op2(w->b, VD_OP_BVMUL, a, small_bv(w, 15));
      return ir_op2(w->b, VD_OP_BVADD, a, b);
    case VD_OP_BVAND:  // not (not a or not b), a sum where no bit meets
      b = ir_op2(w->b, VD_OP_BVXOR, b, small_bv(w, 15));
      b = ir_op2(w->b, VD_OP_BVAND, a, b);
      b = ir_op2(w->b, VD_OP_BVMUL, b, small_bv(w, 15));
      return ir_op2(w->b, VD_OP_BVADD, a, b);
    default: return plain;
  }
}

static inline void small_write(SmallWriter *w, const Small *p, uint32_t first,
                               uint32_t n);

static inline VdRef small_cond(SmallWriter *w, const SmallStmt *s) {
  VdRef a = small_read(w, s->a), b = small_read(w, s->b);
  return ir_op2(w->b, s->op, a, b);
}

static inline VdRef small_not(SmallWriter *w, VdRef x) {
  return vd_build_op(w->b, VD_OP_NOT, 0, &x, 1);
}

static inline void small_write_if(SmallWriter *w, const Small *p, uint32_t i) {
  const SmallStmt *s = &p->at[i];
  VdRef test = small_cond(w, s);
  if (s->yes == 1 && !s->no && s[1].kind == SMALL_SET && small_coin(w, 2)) {
    uint32_t var = w->var[s[1].var];
    VdRef arg[] = {test, small_value(w, &s[1]), vd_build_read(w->b, var)};
    vd_build_write(w->b, var, vd_build_op(w->b, VD_OP_ITE, 0, arg, 3));
    return;
  }
  uint32_t yes = vd_build_block(w->b), no = vd_build_block(w->b);
  uint32_t end = vd_build_block(w->b);
  if (small_coin(w, 2))
    vd_build_branch(w->b, small_not(w, test), no, yes);
  else
    vd_build_branch(w->b, test, yes, no);
  vd_build_into(w->b, yes);
  small_write(w, p, i + 1, s->yes);
  vd_build_jump(w->b, end);
  vd_build_into(w->b, no);
  small_write(w, p, i + 1 + s->yes, s->no);
  vd_build_jump(w->b, end);
  vd_build_into(w->b, end);
}

// A counter of the same width that is moved goes on while it is not the end:
// there it may wrap.
static inline VdRef small_end_of_loop(SmallWriter *w, SmallWord n) {
  VdRef end = small_read(w, n);
  if (w->bits > SMALL_BITS) {
    end = vd_build_op(w->b, VD_OP_ZEXT, w->bits, &end, 1);
    end = ir_op2(w->b, VD_OP_BVSHL, end, vd_build_bv(w->b, w->bits, w->scale));
  }
  return ir_op2(w->b, VD_OP_BVADD, end, vd_build_bv(w->b, w->bits, w->offset));
}

static inline VdRef small_goes_on(SmallWriter *w, VdRef end) {
  VdRef i = vd_build_read(w->b, w->counter);
  if (w->style && w->bits == SMALL_BITS)
    return small_not(w, ir_op2(w->b, VD_OP_EQ, i, end));
  return ir_op2(w->b, VD_OP_BVULT, i, end);
}

static inline void small_write_loop(SmallWriter *w, const Small *p,
                                    uint32_t i) {
  VdBuild *b = w->b;
  if (w->style) {
    w->bits = w->shape == SMALL_WIDER ? 8 : SMALL_BITS;
    w->scale = w->bits == 8 && vd_random_below(w->style, 4) == 0;
    w->offset = 7 * (uint32_t)vd_random_below(w->style, 3);
    if (w->bits == 8 && vd_random_below(w->style, 3)) w->offset = 0;
  }
  w->counter = vd_build_var(b, vd_sort_bv(w->bits));
  VdRef end = small_end_of_loop(w, p->at[i].a);
  vd_build_write(b, w->counter, vd_build_bv(b, w->bits, w->offset));
  uint32_t head = vd_build_block(b), body = vd_build_block(b);
  uint32_t out = vd_build_block(b);
  vd_build_jump(b, head);
  vd_build_into(b, head);
  vd_build_branch(b, small_goes_on(w, end), body, out);
  vd_build_into(b, body);
  small_write(w, p, i + 1, p->at[i].yes);
  VdRef next = ir_op2(b, VD_OP_BVADD, vd_build_read(b, w->counter),
                      vd_build_bv(b, w->bits, 1u << w->scale));
  vd_build_write(b, w->counter, next);
  vd_build_jump(b, head);
  vd_build_into(b, out);
}

static inline void small_write(SmallWriter *w, const Small *p, uint32_t first,
                               uint32_t n) {
  for (uint32_t i = first; i < first + n; i++) {
    const SmallStmt *s = &p->at[i];
    switch (s->kind) {
      case SMALL_SET:
        vd_build_write(w->b, w->var[s->var], small_value(w, s));
        break;
      case SMALL_REQUIRE:
        vd_build_require(w->b, small_cond(w, s), "test");
        break;
      case SMALL_IF: small_write_if(w, p, i); break;
      case SMALL_LOOP: small_write_loop(w, p, i); break;
    }
    i += s->yes + s->no;
  }
}

// As a module with the function f. With a style it is written another way.
static inline VdModule *small_module(const Small *p, VdRandom *style) {
  VdSort word = vd_sort_bv(SMALL_BITS), in[] = {word, word};
  VdModule *m = vd_module_new("small.c");
  uint32_t f = ir_func(m, "f", in, 2, &word, 1);
  SmallWriter w = {.b = vd_build_new(m, f),
                   .style = style,
                   .shape = p->shape,
                   .bits = SMALL_BITS};
  vd_build_into(w.b, vd_build_block(w.b));
  for (uint32_t i = 0; i < SMALL_VARS; i++) {
    w.var[i] = vd_build_var(w.b, word);
    vd_build_write(w.b, w.var[i],
                   i < 2 ? vd_build_param(w.b, i) : small_bv(&w, 5 * i));
  }
  small_write(&w, p, 0, p->len);
  VdRef sum = small_bv(&w, 0);
  for (uint32_t i = 0; i < SMALL_VARS; i++)
    sum = ir_op2(w.b, VD_OP_BVADD, sum, vd_build_read(w.b, w.var[i]));
  vd_build_return(w.b, &sum, 1);
  const char *error = vd_build_done(w.b);
  if (error) print_error("%s\n", error);
  assert_null(error);
  return m;
}

// ------------------------------------------------------------ every input

static inline VdRunResult small_run(const VdModule *m, VdArena *arena,
                                    uint32_t input) {
  VdInterp machine = {
      .module = m, .arena = arena, .max_steps = 20000, .max_depth = 100};
  VdValue args[] = {vd_value_bv(SMALL_BITS, input),
                    vd_value_bv(SMALL_BITS, input >> SMALL_BITS)};
  VdRunResult r;
  vd_ir_run(&machine, vd_module_find_func(m, "f"), args, &r);
  return r;
}

// Is the new version defined and alike wherever the old one is? Loops end.
static inline bool small_is_same(const VdModule *old, const VdModule *new) {
  bool same = true;
  for (uint32_t i = 0; i < SMALL_INPUTS && same; i++) {
    VdArena arena = {0};
    VdRunResult a = small_run(old, &arena, i), b = small_run(new, &arena, i);
    assert_true(a.status == VD_RUN_OK || a.status == VD_RUN_UNDEFINED);
    if (a.status == VD_RUN_OK)
      same = b.status == VD_RUN_OK && vd_value_eq(&a.result[0], &b.result[0]);
    vd_arena_done(&arena);
  }
  return same;
}

// ---------------------------------------------------------- a pair at work

typedef struct SmallPair {
  VdModule *module[2];  // owned
  bool same;
  VdOptions options;
  VdArena arena;
  VdVerdict verdict;
  VdJob job;
  VdRunner *runner;
  VdSearch search;
} SmallPair;

// In place: parts point to each other.
static inline void small_begin(SmallPair *p, VdModule *old, VdModule *new) {
  *p = (SmallPair){.module = {old, new}, .same = small_is_same(old, new)};
  vd_options_init(&p->options);
  p->options.memory = 0;  // the sanitizer's shadow is larger than any limit
  p->verdict = (VdVerdict){.checker = "", .why = ""};
  p->job = (VdJob){.options = &p->options,
                   .arena = &p->arena,
                   .verdict = &p->verdict,
                   .with_heap = true};
  VdJob *job = &p->job;
  job->budget = vd_budget_limit(&p->options.budget, 60, 10);
  job->sides.tm = vd_terms_new();
  job->sides.arena = &p->arena;
  for (int k = 0; k < 2; k++) {
    VdModule *m = p->module[k];
    vd_ir_loops(m);
    vd_ir_hash(m);
    job->sides.module[k] = m;
    job->sides.sums[k] = vd_sums_new(job->sides.tm, m);
    job->sides.func[k] = vd_module_find_func(m, "f");
  }
  vd_job_relate(job);
  p->runner = vd_runner_new(&job->sides);
  p->search = (VdSearch){.job = job, .runner = p->runner};
  assert_true(vd_goal_init(job, &p->search.goal));
}

static inline void small_end(SmallPair *p) {
  vd_search_done(&p->search);
  vd_runner_free(p->runner);
  vd_verdict_done(&p->verdict);
  for (int k = 0; k < 2; k++) {
    vd_sums_free(p->job.sides.sums[k]);
    vd_module_free(p->module[k]);
  }
  vd_terms_free(p->job.sides.tm);
  vd_arena_done(&p->arena);
}

static inline void small_print(const SmallPair *p) {
  for (int k = 0; k < 2; k++) {
    char *text = ir_print(p->module[k]);
    print_error("%s:\n%s\n", k ? "new" : "old", text);
    vd_free(text);
  }
}

// A search says whether it has a proof. No pair that differs has one.
typedef bool SmallSearch(SmallPair *p);
typedef struct SmallTally {
  uint32_t same, proved, different, refuted;
} SmallTally;

static inline void small_try(const Small *old, const Small *new,
                             VdRandom *style, SmallSearch *search,
                             SmallTally *tally) {
  SmallPair p;
  small_begin(&p, small_module(old, NULL), small_module(new, style));
  bool proved = search(&p);
  assert_null(vd_terms_error(p.job.sides.tm));
  if (proved && !p.same) small_print(&p);
  assert_false(proved && !p.same);
  if (p.verdict.kind == VD_DIFFERENT && p.same) small_print(&p);
  assert_false(p.verdict.kind == VD_DIFFERENT && p.same);
  tally->same += p.same;
  tally->different += !p.same;
  tally->proved += proved;
  tally->refuted += p.verdict.kind == VD_DIFFERENT;
  small_end(&p);
}

// Each program against itself in another style, and against a mutant.
static inline SmallTally small_try_all(uint64_t seed, uint32_t programs,
                                       SmallShape shape, SmallSearch *search) {
  SmallTally tally = {0};
  VdRandom r = {seed};
  for (uint32_t i = 0; i < programs; i++) {
    Small p = small_random(&r, shape), q = small_mutant(&p, &r);
    small_try(&p, &p, &r, search, &tally);
    small_try(&p, &q, &r, search, &tally);
  }
  print_message("# %u of %u equal pairs proved, %u of %u others shown\n",
                tally.proved, tally.same, tally.refuted, tally.different);
  return tally;
}

// The same with limits of which each is lowered alone. Nothing has to be found.
static inline void small_try_limits(const char *const *name, size_t n,
                                    uint32_t programs, SmallShape shape,
                                    SmallSearch *search) {
  for (size_t i = 0; i < n; i++)
    for (int most = 1; most <= 2; most++) {
      VdRandom r = {i + 1};
      SmallTally tally = {0};
      for (uint32_t k = 0; k < programs; k++) {
        Small p = small_random(&r, shape), q = small_mutant(&p, &r);
        assert_null(vd_limit_set(name[i], most));
        small_try(&p, k % 2 ? &q : &p, &r, search, &tally);
        vd_limit_reset();
      }
    }
}

#endif
