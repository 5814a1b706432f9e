// Every rule means what it replaces: random raw expressions are evaluated
// directly, and built by vd_mk (which simplifies) and evaluated; both must
// agree under every assignment tried. The same where rules are cut short at
// term_nest, and when a built term is built once more under other names.
//
// Runs for a few seconds; VERIDIFF_RULES_SECONDS sets how many, and
// VERIDIFF_RULES_SEED where to start.
#include <stdlib.h>

#include "gen.h"

enum { STEPS = 60, RUNS = 5, PER_MANAGER = 40 };
static const double SLOW = 2.0;  // seconds for one expression: something loops

typedef struct Rules {
  VdTerms *tm;
  uint64_t stamp;  // of the current manager and way of building
  uint64_t cut;    // see raw_build
  uint64_t checks;
} Rules;

static uint64_t next_stamp(void) {
  static uint64_t stamp;  // one test program, one counter
  return ++stamp;
}

static double env_number(const char *name, double otherwise) {
  const char *text = getenv(name);
  return text ? atof(text) : otherwise;
}

// ------------------------------------------------------------------ checks

typedef struct Outcome {
  VdValue want, got;
  bool has_want, has_got;
} Outcome;

static Outcome outcome_of(VdTerms *tm, VdTerm t, Raw *raw, uint64_t seed,
                          VdArena *arena, VdEval *eval) {
  Env env = {.arena = arena, .seed = seed, .run = next_stamp()};
  AppContext context = {&env, tm};
  Outcome o = {0};
  o.has_want = raw_eval(&env, raw, &o.want);
  eval_prepare(eval, tm, &t, 1, &context);
  o.has_got = vd_eval(eval, t, &o.got);
  return o;
}

static bool agrees(const Outcome *o) {
  return !o->has_want || (o->has_got && vd_value_eq(&o->want, &o->got));
}

static void describe_variables(const VdTerms *tm, VdTerm t, uint64_t seed,
                               VdBuf *out) {
  VdTermVec order = {0};
  VdArena arena = {0};
  Env env = {.arena = &arena, .seed = seed};
  vd_terms_reach(tm, &t, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    VdSort sort = vd_term_sort(tm, order.at[i]);
    if (vd_term_op(tm, order.at[i]) != VD_OP_VAR ||
        sort.kind == VD_SORT_ARRAY || sort.kind == VD_SORT_WORLD)
      continue;
    vd_buf_str(out, "\n      ");
    vd_term_print(tm, order.at[i], out);
    vd_buf_str(out, " = ");
    VdValue v = env_var(&env, node_of(tm, order.at[i])->payload, sort);
    vd_value_print(&v, out);
  }
  vd_vec_done(&order);
  vd_arena_done(&arena);
}

static void describe(VdTerms *tm, VdTerm t, Raw *raw, uint64_t seed,
                     const Outcome *o, VdBuf *out) {
  vd_buf_str(out, "\nraw:  ");
  raw_print(raw, out);
  vd_buf_str(out, "\nterm: ");
  vd_term_print(tm, t, out);
  describe_variables(tm, raw_intern(tm, raw, next_stamp()), seed, out);
  vd_buf_str(out, "\nwant: ");
  if (o->has_want) vd_value_print(&o->want, out);
  vd_buf_str(out, "\ngot:  ");
  if (o->has_got) vd_value_print(&o->got, out);
}

// Whether the raw expression, built alone, still shows the difference.
static bool fails_alone(Raw *raw, uint64_t cut, uint64_t seed, VdBuf *report) {
  VdTerms *tm = universe_new();
  VdArena arena = {0};
  VdTerm t = raw_build(tm, raw, next_stamp(), cut);
  bool fails =
      vd_term_is_none(t) || !vd_sort_eq(vd_term_sort(tm, t), raw->sort);
  VdEval *eval = vd_eval_new(tm);
  Outcome o = {0};
  if (!fails) {
    o = outcome_of(tm, t, raw, seed, &arena, eval);
    fails = !agrees(&o);
  }
  if (report && fails) {
    vd_buf_printf(report, "\nseed %#llx, cut %#llx, error %s",
                  (unsigned long long)seed, (unsigned long long)cut,
                  vd_terms_error(tm) ? vd_terms_error(tm) : "none");
    describe(tm, t, raw, seed, &o, report);
  }
  vd_eval_free(eval);
  vd_terms_free(tm);
  vd_arena_done(&arena);
  return fails;
}

// ---------------------------------------------------------------- shrinking

typedef struct Shrink {
  Gen gen;
  Raw *root;
  uint64_t cut, seed;
  VD_VEC(Raw *) seen;
} Shrink;

static void collect(Shrink *s, Raw *raw) {
  for (uint32_t i = 0; i < s->seen.len; i++)
    if (s->seen.at[i] == raw) return;
  vd_push(&s->seen, raw);
  for (uint32_t i = 0; i < raw->n; i++) collect(s, raw->arg[i]);
}

static bool try_arg(Shrink *s, Raw *raw, uint32_t i, Raw *with) {
  Raw *old = raw->arg[i];
  if (!with || with == old || !vd_sort_eq(with->sort, old->sort)) return false;
  raw->arg[i] = with;
  if (fails_alone(s->root, s->cut, s->seed, NULL)) return true;
  raw->arg[i] = old;
  return false;
}

// Replaces an argument by something smaller: an argument of it, a constant, a
// variable.
static bool shrink_arg(Shrink *s, Raw *raw, uint32_t i) {
  Raw *old = raw->arg[i];
  if (old->fixed || old->op == VD_OP_CONST) return false;
  for (uint32_t j = 0; j < old->n; j++)
    if (try_arg(s, raw, i, old->arg[j])) return true;
  if (can_be_const(old->sort)) {
    Env env = {.arena = &s->gen.arena, .seed = s->seed, .run = next_stamp()};
    VdValue v;
    if (raw_eval(&env, old, &v) && try_arg(s, raw, i, raw_value(&s->gen, v)))
      return true;
  }
  if (old->n == 0) return false;
  return try_arg(s, raw, i, raw_var(&s->gen, old->sort, 0)) ||
         try_arg(s, raw, i, raw_var(&s->gen, old->sort, 1));
}

static bool drop_arg(Shrink *s, Raw *raw) {
  bool many = vd_op_info[raw->op].max == VD_MANY && raw->op != VD_OP_APP;
  if (!many || raw->n <= 2) return false;
  raw->n--;
  if (fails_alone(s->root, s->cut, s->seed, NULL)) return true;
  raw->n++;
  return false;
}

static bool shrink_once(Shrink *s) {
  for (uint32_t i = 0; i < s->root->n; i++) {
    Raw *arg = s->root->arg[i];
    if (!arg->fixed && fails_alone(arg, s->cut, s->seed, NULL)) {
      s->root = arg;
      return true;
    }
  }
  s->seen.len = 0;
  collect(s, s->root);
  for (uint32_t k = 0; k < s->seen.len; k++) {
    Raw *raw = s->seen.at[k];
    if (raw->fixed) continue;
    for (uint32_t i = 0; i < raw->n; i++)
      if (shrink_arg(s, raw, i)) return true;
    if (drop_arg(s, raw)) return true;
  }
  return false;
}

static void report_failure(Raw *raw, uint64_t cut, uint64_t seed,
                           const char *how) {
  Shrink s = {.root = raw, .cut = cut, .seed = seed};
  VdBuf text = {0};
  bool again = fails_alone(raw, cut, seed, NULL);
  for (int i = 0; again && i < 2000 && shrink_once(&s); i++) continue;
  if (!fails_alone(s.root, cut, seed, &text)) {
    vd_buf_str(&text, "\nonly among other terms: ");
    raw_print(raw, &text);
  }
  fail_msg("%s%s", how, vd_buf_text(&text));
}

// -------------------------------------------------------------- one batch

// Each variable becomes another, and back: everything is built anew.
static VdTerm rebuilt(VdTerms *tm, VdTerm t) {
  for (int way = 0; way < 2; way++) {
    VdMap map = {0};
    VdTermVec order = {0};
    vd_terms_reach(tm, &t, 1, &order);
    for (uint32_t i = 0; i < order.len; i++) {
      VdTerm v = order.at[i];
      if (vd_term_op(tm, v) != VD_OP_VAR) continue;
      uint32_t number = vd_term_var_number(tm, v) ^ 1u << 31;
      VdTerm to = vd_mk_var(tm, vd_term_var_kind(tm, v), number,
                            vd_term_sort(tm, v), "");
      *vd_map_put(&map, v.id) = to.id;
    }
    t = vd_term_subst(tm, t, &map);
    vd_vec_done(&order);
    vd_map_done(&map);
  }
  return t;
}

static void check_built(Rules *r, Raw *raw, VdTerm t, uint64_t seed) {
  if (vd_term_is_none(t)) report_failure(raw, r->cut, seed, "not built");
  if (!vd_sort_eq(vd_term_sort(r->tm, t), raw->sort))
    report_failure(raw, r->cut, seed, "built with another sort");
}

static void check_values(Rules *r, Raw *const *raw, const VdTerm *term,
                         uint32_t n, uint64_t seed) {
  VdArena arena = {0};
  Env env = {.arena = &arena, .seed = seed, .run = next_stamp()};
  AppContext context = {&env, r->tm};
  VdEval *eval = vd_eval_new(r->tm);
  eval_prepare(eval, r->tm, term, n, &context);
  for (uint32_t i = 0; i < n; i++) {
    Outcome o = {0};
    o.has_want = raw_eval(&env, raw[i], &o.want);
    o.has_got = vd_eval(eval, term[i], &o.got);
    if (!agrees(&o))
      report_failure(raw[i], r->cut, seed, "simplified to something else");
    r->checks++;
  }
  vd_eval_free(eval);
  vd_arena_done(&arena);
}

static void check_batch(Rules *r, uint64_t seed) {
  Gen g = gen_new(seed);
  VdTermVec term = {0}, again = {0};
  for (uint32_t i = 0; i < STEPS; i++) gen_step(&g);
  for (uint32_t i = 0; i < g.pool.len; i++) {
    double start = vd_now();
    VdTerm t = raw_build(r->tm, g.pool.at[i], r->stamp, r->cut);
    if (vd_now() - start > SLOW)
      report_failure(g.pool.at[i], r->cut, seed, "built too slowly");
    check_built(r, g.pool.at[i], t, seed);
    vd_push(&term, t);
  }
  for (uint32_t run = 0; run < RUNS; run++)
    check_values(r, g.pool.at, term.at, g.pool.len, seed + run);
  for (uint32_t i = 0; i < term.len; i++) {
    VdTerm t = i + 8 < term.len ? term.at[i] : rebuilt(r->tm, term.at[i]);
    vd_push(&again, t);
  }
  check_values(r, g.pool.at, again.at, g.pool.len, seed);
  vd_vec_done(&term);
  vd_vec_done(&again);
  gen_done(&g);
}

static void run_batches(uint64_t seed, double seconds, bool cut) {
  Rules r = {0};
  double end = vd_now() + seconds;
  uint64_t batches = 0;
  for (; vd_now() < end || batches < 10; batches++, seed += RUNS) {
    if (batches % PER_MANAGER == 0) {
      vd_terms_free(r.tm);
      r.tm = universe_new();
    }
    r.stamp = next_stamp();
    r.cut = cut ? seed : 0;
    check_batch(&r, seed);
  }
  vd_terms_free(r.tm);
  print_message("# %llu expressions compared\n", (unsigned long long)r.checks);
}

// A term is a function of what was asked for, not of what was built before:
// the same expressions built last to first in a manager with other terms in it.
static void check_history(uint64_t seed) {
  Gen g = gen_new(seed);
  VdTerms *a = universe_new(), *b = universe_new();
  for (uint32_t i = 0; i < STEPS; i++) gen_step(&g);
  VdTermVec forth = {0};
  uint64_t stamp = next_stamp();
  for (uint32_t i = 0; i < g.pool.len; i++)
    vd_push(&forth, raw_build(a, g.pool.at[i], stamp, 0));
  stamp = next_stamp();
  for (uint32_t i = 0; i < 30; i++)
    vd_mk_var(b, VD_VAR_PARAM, 30 - i, any_sort(&g), "");
  for (uint32_t i = g.pool.len; i-- > 0;) {
    VdTerm t = raw_build(b, g.pool.at[i], stamp, 0);
    VdDigest x = vd_terms_digest(a, &forth.at[i], 1);
    VdDigest y = vd_terms_digest(b, &t, 1);
    if (vd_digest_eq(&x, &y)) continue;
    VdBuf text = {0};
    raw_print(g.pool.at[i], &text);
    vd_buf_str(&text, "\nis\n");
    vd_term_print(a, forth.at[i], &text);
    vd_buf_str(&text, "\nor\n");
    vd_term_print(b, t, &text);
    fail_msg("seed %#llx: %s", (unsigned long long)seed, vd_buf_text(&text));
  }
  vd_vec_done(&forth);
  vd_terms_free(a);
  vd_terms_free(b);
  gen_done(&g);
}

static void test_terms_do_not_depend_on_history(void **state) {
  (void)state;
  uint64_t seed = (uint64_t)env_number("VERIDIFF_RULES_SEED", 1);
  double end = vd_now() + env_number("VERIDIFF_RULES_SECONDS", 6) / 4;
  for (uint32_t i = 0; i < 10 || vd_now() < end; i++) check_history(seed++);
}

static void test_rules_keep_values(void **state) {
  (void)state;
  uint64_t seed = (uint64_t)env_number("VERIDIFF_RULES_SEED", 1);
  run_batches(seed, env_number("VERIDIFF_RULES_SECONDS", 6), false);
}

static void test_rules_cut_short_keep_values(void **state) {
  (void)state;
  uint64_t seed = (uint64_t)env_number("VERIDIFF_RULES_SEED", 1);
  run_batches(seed, env_number("VERIDIFF_RULES_SECONDS", 6) / 2, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules_keep_values),
      cmocka_unit_test(test_rules_cut_short_keep_values),
      cmocka_unit_test(test_terms_do_not_depend_on_history),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
