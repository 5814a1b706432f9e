// Z3 in process, one context a question.
//
// Z3 may still die (it overflows its stack on deep terms), so callers are in a
// worker process. Everything it reports as an error is an unknown answer.
#include <math.h>
#include <z3.h>

#include "solve/solve_impl.h"

typedef struct Session {
  const VdQuestion *question;
  VdReply *reply;
  Z3_context z3;
  Z3_ast_vector asserts;
  Z3_solver solver;
} Session;

// Z3's own handler ends the process. Codes are looked at after each call.
static void on_error(Z3_context z3, Z3_error_code code) {
  (void)z3, (void)code;
}

static bool is_ok(Session *s) {
  Z3_error_code code = Z3_get_error_code(s->z3);
  if (code == Z3_OK) return true;
  vd_reply_unknown(s->reply, "Z3: %s", Z3_get_error_msg(s->z3, code));
  return false;
}

// Z3's memory limit is a setting of the process.
static void limit_memory(size_t megabytes) {
  char text[24];
  snprintf(text, sizeof text, "%zu", megabytes);
  Z3_global_param_set("memory_max_size", text);
}

static void start(Session *s) {
  limit_memory(s->question->solver->memory);
  Z3_config config = Z3_mk_config();
  s->z3 = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(s->z3, on_error);
  Z3_set_ast_print_mode(s->z3, Z3_PRINT_SMTLIB2_COMPLIANT);
}

// The most is no limit.
static unsigned at_most(double n) {
  if (n < 1) return 1;
  return n < 4e9 ? (unsigned)n : UINT32_MAX;
}

static unsigned milliseconds_left(const VdBudget *budget) {
  return at_most(vd_budget_seconds(budget) * 1000);
}

static VdCost cost_of(const VdQuestion *question) {
  return question->has.floats ? VD_COST_Z3_FLOATS : VD_COST_Z3;
}

// In Z3's own measure; 0 is no limit.
static unsigned resources(const VdQuestion *question) {
  double left = vd_budget_left(&question->budget);
  unsigned most =
      left < HUGE_VAL ? at_most(left / vd_cost(cost_of(question))) : 0;
  unsigned effort = question->query->effort;
  return effort && (!most || effort < most) ? effort : most;
}

static void set_uint(Session *s, Z3_params params, const char *name,
                     unsigned value) {
  Z3_params_set_uint(s->z3, params, Z3_mk_string_symbol(s->z3, name), value);
}

// Ways to solve, by CPU time on a dozen small equivalence questions. With
// arrays or functions beside bit-vectors Z3's QF_AUFBV set-up took a half to a
// third of what its own choice took, and solved one that it did not. With
// floats besides, qffpbv took a tenth or less on two, the same on one, and
// solved two that it did not. Where there are neither, no other way was
// clearly better. QF_AUFBV must not see floats, which it takes for
// uninterpreted, nor lambdas. Where most is unknown functions, congruence is
// what proves: QF_AUFBV turns it into bits, and took 10 s and more for what
// the plain solver does in a tenth of a second; not so with arrays.
typedef enum Way { OWN_CHOICE, AUFBV, FPBV, CONGRUENCE } Way;

static Way way_for(const VdQuestion *question) {
  const VdTraits *has = &question->has;
  if (question->query->congruence && !has->arrays) return CONGRUENCE;
  if (question->query->reals || (!has->arrays && !has->funs)) return OWN_CHOICE;
  if (strstr(vd_buf_text(question->script), "(lambda ")) return OWN_CHOICE;
  return has->floats ? FPBV : AUFBV;
}

static Z3_solver solver_by_tactic(Session *s, const char *name) {
  Z3_tactic tactic = Z3_mk_tactic(s->z3, name);
  if (!tactic) return NULL;
  Z3_tactic_inc_ref(s->z3, tactic);
  Z3_solver solver = Z3_mk_solver_from_tactic(s->z3, tactic);
  if (solver) Z3_solver_inc_ref(s->z3, solver);
  Z3_tactic_dec_ref(s->z3, tactic);
  return solver;
}

static Z3_solver solver_by(Session *s, Way way) {
  Z3_solver solver = NULL;
  switch (way) {
    case FPBV: return solver_by_tactic(s, "qffpbv");
    case AUFBV:
      solver =
          Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, "QF_AUFBV"));
      break;
    case CONGRUENCE: solver = Z3_mk_simple_solver(s->z3); break;
    case OWN_CHOICE: solver = Z3_mk_solver(s->z3); break;
  }
  if (solver) Z3_solver_inc_ref(s->z3, solver);
  return solver;
}

static bool make_solver(Session *s, Way way) {
  s->solver = solver_by(s, way);
  if (!s->solver) {
    if (is_ok(s)) vd_reply_unknown(s->reply, "Z3 made no solver");
    return false;
  }
  Z3_params params = Z3_mk_params(s->z3);
  Z3_params_inc_ref(s->z3, params);
  set_uint(s, params, "timeout", milliseconds_left(&s->question->budget));
  set_uint(s, params, "rlimit", resources(s->question));
  if (s->question->solver->seed)
    set_uint(s, params, "random_seed", s->question->solver->seed);
  Z3_solver_set_params(s->z3, s->solver, params);
  Z3_params_dec_ref(s->z3, params);
  return is_ok(s);
}

static bool parse(Session *s) {
  VdBuf text = {0};
  vd_script_nest(s->question->script, &text);
  s->asserts = Z3_parse_smtlib2_string(s->z3, vd_buf_text(&text), 0, NULL, NULL,
                                       0, NULL, NULL);
  vd_buf_done(&text);
  if (!is_ok(s)) return false;
  Z3_ast_vector_inc_ref(s->z3, s->asserts);
  return true;
}

static bool assert_all(Session *s) {
  for (unsigned i = 0; i < Z3_ast_vector_size(s->z3, s->asserts); i++)
    Z3_solver_assert(s->z3, s->solver, Z3_ast_vector_get(s->z3, s->asserts, i));
  return is_ok(s);
}

// ------------------------------------------------------------------- models

static Z3_sort sort_of(Session *s, VdSort sort) {
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_BOOL: return Z3_mk_bool_sort(s->z3);
    case VD_SORT_BV: return Z3_mk_bv_sort(s->z3, sort.a);
    case VD_SORT_FLOAT:
      return s->question->query->reals ? Z3_mk_real_sort(s->z3)
                                       : Z3_mk_fpa_sort(s->z3, sort.a, sort.b);
    case VD_SORT_NONE:
    case VD_SORT_ARRAY:
    case VD_SORT_WORLD: break;
  }
  return NULL;
}

// An irrational root is printed as a polynomial; a close fraction will do.
static Z3_ast make_rational(Session *s, Z3_ast value) {
  enum { PRECISION = 40 };  // decimal digits, more than a quad has
  if (!Z3_is_algebraic_number(s->z3, value)) return value;
  if (Z3_get_ast_kind(s->z3, value) == Z3_NUMERAL_AST) return value;
  return Z3_get_algebraic_number_upper(s->z3, value, PRECISION);
}

static bool read_watch(Session *s, Z3_model model, uint32_t i, VdValue *out) {
  VdSort sort = vd_term_sort(s->question->tm, s->question->query->watch[i]);
  Z3_sort z3_sort = sort_of(s, sort);
  if (!z3_sort) return false;
  char name[16];
  snprintf(name, sizeof name, "w%u", i);
  Z3_symbol symbol = Z3_mk_string_symbol(s->z3, name);
  Z3_ast constant = Z3_mk_const(s->z3, symbol, z3_sort), value = NULL;
  Z3_inc_ref(s->z3, constant);
  bool ok = Z3_model_eval(s->z3, model, constant, true, &value);
  Z3_dec_ref(s->z3, constant);
  if (!ok || !value) return false;
  Z3_inc_ref(s->z3, value);
  const char *text = Z3_ast_to_string(s->z3, make_rational(s, value));
  ok = text && vd_model_read(s->question->arena, sort, text, strlen(text), out);
  Z3_dec_ref(s->z3, value);
  return ok;
}

static void read_model(Session *s) {
  uint32_t n = s->question->query->watches;
  VdValue *values = VD_NEW_ARRAY(s->question->arena, VdValue, n);
  Z3_model model = Z3_solver_get_model(s->z3, s->solver);
  if (!is_ok(s)) return;
  Z3_model_inc_ref(s->z3, model);
  bool ok = true;
  for (uint32_t i = 0; i < n && ok; i++)
    ok = read_watch(s, model, i, &values[i]);
  Z3_model_dec_ref(s->z3, model);
  if (!is_ok(s)) return;
  if (!ok) {
    vd_reply_unknown(s->reply, "Z3 gave no readable values");
    return;
  }
  s->reply->answer = VD_ANSWER_SAT;
  s->reply->watch = values;
}

// ------------------------------------------------------------------ answers

static void explain(Session *s) {
  const char *why = Z3_solver_get_reason_unknown(s->z3, s->solver);
  if (!is_ok(s)) return;
  bool spent = strcmp(why, "canceled") == 0 || strcmp(why, "timeout") == 0 ||
               strstr(why, "resource limit");
  if (spent)
    vd_reply_spent(s->reply, &s->question->budget);
  else
    vd_reply_unknown(s->reply, "%s", why);
}

// What the question has taken.
static void count_work(Session *s) {
  Z3_stats stats = Z3_solver_get_statistics(s->z3, s->solver);
  if (!is_ok(s)) return;
  Z3_stats_inc_ref(s->z3, stats);
  for (unsigned i = 0; i < Z3_stats_size(s->z3, stats); i++)
    if (strcmp(Z3_stats_get_key(s->z3, stats, i), "rlimit count") == 0 &&
        Z3_stats_is_uint(s->z3, stats, i))
      vd_work_add(cost_of(s->question),
                  Z3_stats_get_uint_value(s->z3, stats, i));
  Z3_stats_dec_ref(s->z3, stats);
}

static void check(Session *s) {
  Z3_lbool answer = Z3_solver_check(s->z3, s->solver);
  if (!is_ok(s)) return;
  switch (answer) {
    case Z3_L_FALSE: s->reply->answer = VD_ANSWER_UNSAT; return;
    case Z3_L_TRUE: read_model(s); return;
    case Z3_L_UNDEF: explain(s); return;
  }
}

static void solve_by(Session *s, Way way) {
  *s->reply = (VdReply){0};
  if (make_solver(s, way) && assert_all(s)) {
    check(s);
    count_work(s);
  }
  if (s->solver) Z3_solver_dec_ref(s->z3, s->solver);
  s->solver = NULL;
}

// A way that gives up early leaves time for Z3's own choice.
static void z3_solve(const VdQuestion *question, VdReply *reply) {
  Session s = {.question = question, .reply = reply};
  Way way = way_for(question);
  start(&s);
  if (parse(&s)) {
    solve_by(&s, way);
    if (way != OWN_CHOICE && reply->answer == VD_ANSWER_UNKNOWN &&
        !question->query->effort && !vd_budget_over(&question->budget))
      solve_by(&s, OWN_CHOICE);
    Z3_ast_vector_dec_ref(s.z3, s.asserts);
  }
  Z3_del_context(s.z3);
}

const VdBackend vd_backend_z3 = {z3_solve};
