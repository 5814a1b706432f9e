#include "solve/mc.h"

#include <stdlib.h>

#include "machine.h"
#include "solve/circuit.h"

static const VdBudget NO_LIMIT = {0};

// -------------------------------------------------------------- the judges

// A counter of n bits that counts when its input says so.
static Word counter(Lab *lab, uint32_t n, VdLit enable) {
  Word count = latches_new(lab, n, 0), next = {.n = n}, zero = constant(n, 0);
  vd_circuit_add(lab->aig, next.bit, count.bit, zero.bit, n, enable);
  set_next(lab, &count, &next);
  return count;
}

static VdLit equals(Lab *lab, const Word *word, uint64_t value) {
  Word is = constant(word->n, value);
  return vd_circuit_eq(lab->aig, word->bit, is.bit, word->n);
}

static void a_trace_is_replayed(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit enable = vd_aig_input(lab.aig);
  Word count = counter(&lab, 4, enable);
  vd_push(&lab.bad, VD_LIT_FALSE);
  vd_push(&lab.bad, equals(&lab, &count, 3));
  VdMcMachine machine = machine_of(&lab);
  VdMcTrace trace = vd_mc_trace_new(&lab.arena, &machine, 4);
  memset(trace.input, 1, 4);
  assert_true(vd_mc_trace_replay(&machine, &trace));
  assert_int_equal(trace.bad, 1);
  trace.input[1] = 0;
  assert_false(vd_mc_trace_replay(&machine, &trace));
  trace.input[1] = 1;
  trace.start[0] = 1;  // no reset state
  assert_false(vd_mc_trace_replay(&machine, &trace));
  trace.start[0] = 0;
  vd_push(&lab.constraint, vd_lit_not(equals(&lab, &count, 1)));
  machine = machine_of(&lab);
  assert_false(vd_mc_trace_replay(&machine, &trace));
  trace.steps = 0;
  assert_false(vd_mc_trace_replay(&machine, &trace));
  lab_done(&lab);
}

static VdSatAnswer judge(const VdMcMachine *machine, VdProof proof) {
  return vd_proof_check(machine, &proof, &NO_LIMIT);
}

// Counts 0 1 2 0 1 2: never 3, by induction only with the right clauses or
// depth.
static Lab count_to_three(Word *count) {
  Lab lab = lab_new(1);
  VdLit enable = vd_aig_input(lab.aig);
  *count = latches_new(&lab, 4, 0);
  Word next = {.n = 4}, zero = constant(4, 0);
  vd_circuit_add(lab.aig, next.bit, count->bit, zero.bit, 4, enable);
  VdLit wrap = vd_aig_and(lab.aig, enable, equals(&lab, count, 2));
  vd_circuit_ite(lab.aig, next.bit, wrap, zero.bit, next.bit, 4);
  set_next(&lab, count, &next);
  vd_push(&lab.bad, equals(&lab, count, 5));
  return lab;
}

static void a_proof_is_checked(void **state) {
  (void)state;
  Word count;
  Lab lab = count_to_three(&count);
  VdMcMachine machine = machine_of(&lab);
  VdLit *q = count.bit;
  VdProof none = {.kind = VD_PROOF_INDUCTION, .k = 1};
  assert_int_equal(judge(&machine, none), VD_SAT_SAT);
  none.k = 3;  // 4 stays 4 as long as nothing counts
  assert_int_equal(judge(&machine, none), VD_SAT_SAT);
  VdLit right[] = {vd_lit_not(q[2]), vd_lit_not(q[3]), vd_lit_not(q[0]),
                   vd_lit_not(q[1])};
  VdProof good = {.kind = VD_PROOF_INDUCTION,
                  .k = 1,
                  .clauses = 3,
                  .end = (uint32_t[]){1, 2, 4},
                  .lit = right};
  assert_int_equal(judge(&machine, good), VD_SAT_UNSAT);
  VdProof part = good;  // without the last clause 3 is not excluded
  part.clauses = 2;
  assert_int_equal(judge(&machine, part), VD_SAT_SAT);
  VdLit wrong[] = {vd_lit_not(q[2]), vd_lit_not(q[0]), vd_lit_not(q[1]),
                   vd_lit_not(q[1])};
  VdProof bogus = good;  // false in a run, so not inductive
  bogus.lit = wrong;
  assert_int_equal(judge(&machine, bogus), VD_SAT_SAT);
  VdLit never[] = {q[3]};  // inductive, but not true at reset
  VdProof late = {.kind = VD_PROOF_INDUCTION,
                  .k = 1,
                  .clauses = 1,
                  .end = (uint32_t[]){1},
                  .lit = never};
  assert_int_equal(judge(&machine, late), VD_SAT_SAT);
  VdProof outside = good;
  outside.lit = (VdLit[]){2 * vd_aig_nodes(lab.aig), 0, 0, 0};
  assert_int_equal(judge(&machine, outside), VD_SAT_SAT);
  assert_int_equal(judge(&machine, (VdProof){0}), VD_SAT_SAT);
  VdProof ends = {.kind = VD_PROOF_ENDS, .k = 4};
  assert_int_equal(judge(&machine, ends), VD_SAT_SAT);
  good.k = 0;
  assert_int_equal(judge(&machine, good), VD_SAT_SAT);
  lab_done(&lab);
}

// ------------------------------------------------------- against the truth

typedef struct Variant {
  const char *name;
  VdMcOptions options;
  uint32_t hints;
} Variant;

static void check_random(uint64_t seed, const Variant *variant) {
  Lab lab =
      random_machine(seed, 2 + (uint32_t)seed % 2, 3 + (uint32_t)seed % 4);
  VdMcMachine machine = machine_of(&lab);
  uint32_t truth = shortest_bad(&machine);
  VdMcReply reply;
  VdBudget budget = vd_budget_of(10);
  VdLit hints[4];  // any
  for (uint32_t i = 0; i < 4; i++)
    hints[i] = (VdLit)vd_random_below(&lab.random, 2 * vd_aig_nodes(lab.aig));
  machine.hint = hints;
  machine.hints = variant->hints;
  vd_mc(&machine, &variant->options, &budget, &lab.arena, &reply);
  if (reply.answer != (truth ? VD_MC_BAD : VD_MC_SAFE))
    fail_msg("%s, seed %llu: answer %d, shortest bad run %u (%s, %s)",
             variant->name, (unsigned long long)seed, reply.answer, truth,
             reply.engine ? reply.engine : "", reply.reason);
  if (reply.answer == VD_MC_BAD) {
    assert_true(vd_mc_trace_replay(&machine, &reply.trace));
    assert_true(reply.shortest);
    assert_int_equal(reply.trace.steps, truth);
  } else {
    assert_int_equal(judge(&machine, reply.proof), VD_SAT_UNSAT);
  }
  lab_done(&lab);
}

static void random_machines_get_the_answer_of_all_states(void **state) {
  (void)state;
  static const Variant variants[] = {
      {"all", {.abc = ""}, 0},
      {"no sweep", {.abc = "", .no_sweep = true}, 0},
      {"hints", {.abc = ""}, 4},
  };
  for (size_t v = 0; v < VD_COUNT(variants); v++)
    for (uint64_t seed = 1; seed <= 600; seed++)
      check_random(seed, &variants[v]);
}

// Each engine alone, as the others would settle most machines first.
static void pdr_alone_gets_the_answer_of_all_states(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 800; seed++) {
    Lab lab = random_machine(seed, 2, 3 + (uint32_t)seed % 5);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdPdr *pdr = vd_pdr_new(&machine);
    VdMcFound found;
    vd_pdr_run(pdr, &NO_LIMIT, &lab.arena, &found);
    assert_int_equal(found.answer, truth ? VD_MC_BAD : VD_MC_SAFE);
    if (truth)
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
    else
      assert_int_equal(judge(&machine, found.proof), VD_SAT_UNSAT);
    vd_pdr_free(pdr);
    lab_done(&lab);
  }
}

// Stopped again and again, it goes on.
static void pdr_can_be_stopped(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Lab lab = random_machine(seed, 2, 6);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdPdr *pdr = vd_pdr_new(&machine);
    VdMcFound found = {0};
    for (int i = 0; i < 10000 && found.answer == VD_MC_UNKNOWN; i++) {
      VdBudget slice = vd_budget_of(1e-6 * (1 + i));
      vd_pdr_run(pdr, &slice, &lab.arena, &found);
    }
    assert_int_equal(found.answer, truth ? VD_MC_BAD : VD_MC_SAFE);
    if (truth)
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
    else
      assert_int_equal(judge(&machine, found.proof), VD_SAT_UNSAT);
    vd_pdr_free(pdr);
    lab_done(&lab);
  }
}

static void bounded_search_finds_the_shortest_run(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    Lab lab = random_machine(seed, 2, 5);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdBounded *bounded = vd_bounded_new(&machine, false);
    VdMcFound found = {0};
    while (found.answer == VD_MC_UNKNOWN && vd_bounded_depth(bounded) < 40)
      vd_bounded_step(bounded, true, &NO_LIMIT, &lab.arena, &found);
    if (truth) {
      assert_int_equal(found.answer, VD_MC_BAD);
      assert_int_equal(found.trace.steps, truth);
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
    } else if (found.answer != VD_MC_UNKNOWN) {
      assert_int_equal(found.answer, VD_MC_SAFE);
      assert_int_equal(judge(&machine, found.proof), VD_SAT_UNSAT);
    }
    vd_bounded_free(bounded);
    lab_done(&lab);
  }
}

// Equal signals are an inductive invariant of their own.
static void equal_signals_are_proved(void **state) {
  (void)state;
  uint32_t merged = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    Lab lab = random_machine(seed, 3, 6);
    lab.bad.at[0] = VD_LIT_FALSE;
    lab.bad.len = 1;
    VdMcMachine machine = machine_of(&lab);
    uint32_t nodes = vd_aig_nodes(lab.aig);
    VdLit *rep = VD_NEW_ARRAY(&lab.arena, VdLit, nodes);
    vd_equal_find(&machine, &NO_LIMIT, rep);
    VdClauses clauses = {0};
    vd_equal_clauses(&machine, rep, &clauses);
    for (uint32_t i = 0; i < nodes; i++) merged += rep[i] != 2 * i;
    VdProof proof = vd_proof_new(&lab.arena, VD_PROOF_INDUCTION, 1, &clauses);
    assert_int_equal(judge(&machine, proof), VD_SAT_UNSAT);
    vd_clauses_done(&clauses);
    lab_done(&lab);
  }
  assert_true(merged > 300);
}

// With constraints, what is equal is equal only where they hold; they must not
// be simplified away by it.
static void a_reduced_machine_behaves_as_before(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 600; seed++) {
    Lab lab =
        random_machine(seed, 2 + (uint32_t)seed % 2, 3 + (uint32_t)seed % 4);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdReduced cone, small;
    vd_reduced_init(&cone, &machine, NULL);
    assert_int_equal(shortest_bad(&cone.machine), truth);
    VdLit *rep =
        VD_NEW_ARRAY(&lab.arena, VdLit, vd_aig_nodes(cone.machine.aig));
    vd_equal_find(&cone.machine, &NO_LIMIT, rep);
    vd_reduced_init(&small, &cone.machine, rep);
    assert_int_equal(shortest_bad(&small.machine), truth);
    vd_reduced_done(&small);
    vd_reduced_done(&cone);
    lab_done(&lab);
  }
}

static void random_runs_are_runs_and_can_be_shortened(void **state) {
  (void)state;
  uint32_t found_bad = 0, truly_bad = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    Lab lab = random_machine(seed, 2, 6);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdExplore *explore = vd_explore_new(&machine);
    VdMcFound found;
    vd_explore_run(explore, 2000, &NO_LIMIT, &lab.arena, &found);
    truly_bad += truth != 0;
    if (found.answer != VD_MC_UNKNOWN) {
      found_bad++;
      assert_int_equal(found.answer, VD_MC_BAD);
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
      uint32_t steps = found.trace.steps;
      vd_mc_trace_shrink(&machine, &found.trace, &NO_LIMIT);
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
      assert_in_range(found.trace.steps, truth, steps);
    }
    vd_explore_free(explore);
    lab_done(&lab);
  }
  assert_true(found_bad >= truly_bad * 9 / 10);
}

// ----------------------------------------------------------------- by hand

static VdMcReply check(Lab *lab, VdMcAnswer answer) {
  VdMcMachine machine = machine_of(lab);
  VdMcReply reply;
  VdBudget budget = vd_budget_of(20);
  VdMcOptions options = {.abc = ""};
  double start = vd_now();
  vd_mc(&machine, &options, &budget, &lab->arena, &reply);
  if (getenv("VD_TEST_TIMES"))
    fprintf(stderr, "# %s %s: %.3f s, %u steps, k %u, %u clauses\n",
            reply.answer == VD_MC_BAD    ? "bad"
            : reply.answer == VD_MC_SAFE ? "safe"
                                         : "unknown",
            reply.engine ? reply.engine : "", vd_now() - start,
            reply.trace.steps, reply.proof.k, reply.proof.clauses);
  assert_string_equal(reply.reason, "");
  assert_int_equal(reply.answer, answer);
  return reply;
}

static void a_counter_reaches_its_end(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  Word count = counter(&lab, 8, vd_aig_input(lab.aig));
  vd_push(&lab.bad, equals(&lab, &count, 200));
  assert_int_equal(check(&lab, VD_MC_BAD).trace.steps, 201);
  lab_done(&lab);
}

static void nothing_happens_without_a_way(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  vd_push(&lab.bad, VD_LIT_FALSE);
  check(&lab, VD_MC_SAFE);
  lab.bad.at[0] = VD_LIT_TRUE;
  assert_int_equal(check(&lab, VD_MC_BAD).trace.steps, 1);
  vd_push(&lab.constraint, VD_LIT_FALSE);
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

// The constraints let no run go on for more than three steps.
static void runs_that_end_are_safe(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  Word count = counter(&lab, 30, VD_LIT_TRUE);
  vd_push(&lab.bad, equals(&lab, &count, 123456));
  vd_push(&lab.constraint, vd_lit_not(equals(&lab, &count, 3)));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

static void free_latches_start_with_any_value(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit a = vd_aig_latch(lab.aig, VD_RESET_FREE);
  VdLit b = vd_aig_latch(lab.aig, VD_RESET_FREE);
  VdLit c = vd_aig_latch(lab.aig, VD_RESET_FREE);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, a, b));
  VdMcReply reply = check(&lab, VD_MC_BAD);
  assert_int_not_equal(reply.trace.start[0], reply.trace.start[1]);
  vd_push(&lab.constraint, vd_lit_not(vd_aig_xor(lab.aig, b, c)));
  vd_push(&lab.constraint, vd_lit_not(vd_aig_xor(lab.aig, a, c)));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

// The same twice, the second time with all bits negated.
static void shift_registers_in_two_encodings_are_equal(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig), x = in, y = vd_lit_not(in);
  for (int i = 0; i < 40; i++) {
    VdLit q = vd_aig_latch(lab.aig, VD_RESET_0);
    VdLit r = vd_aig_latch(lab.aig, VD_RESET_1);
    vd_aig_set_next(lab.aig, q, x);
    vd_aig_set_next(lab.aig, r, y);
    x = q;
    y = r;
  }
  vd_push(&lab.bad, vd_aig_xor(lab.aig, x, vd_lit_not(y)));
  VdMcReply reply = check(&lab, VD_MC_SAFE);
  assert_string_equal(reply.engine, "sweep");
  lab_done(&lab);
}

// A ring of five states: one-hot, and as a number.
static void one_hot_and_binary_are_equal(void **state) {
  (void)state;
  enum { N = 5 };
  Lab lab = lab_new(1);
  VdLit go = vd_aig_input(lab.aig), back = vd_aig_input(lab.aig);
  Word hot = latches_new(&lab, N, 1), number = latches_new(&lab, 3, 0);
  Word turned = {.n = N}, next = {.n = 3}, zero = constant(3, 0);
  for (uint32_t i = 0; i < N; i++) {
    VdLit moved = vd_aig_ite(lab.aig, back, hot.bit[(i + 1) % N],
                             hot.bit[(i + N - 1) % N]);
    turned.bit[i] = vd_aig_ite(lab.aig, go, moved, hot.bit[i]);
  }
  set_next(&lab, &hot, &turned);
  Word up = {.n = 3}, down = {.n = 3}, ones = constant(3, 7);
  Word four = constant(3, 4);
  vd_circuit_add(lab.aig, up.bit, number.bit, zero.bit, 3, VD_LIT_TRUE);
  vd_circuit_add(lab.aig, down.bit, number.bit, ones.bit, 3, VD_LIT_FALSE);
  vd_circuit_ite(lab.aig, up.bit, equals(&lab, &number, 4), zero.bit, up.bit,
                 3);
  vd_circuit_ite(lab.aig, down.bit, equals(&lab, &number, 0), four.bit,
                 down.bit, 3);
  vd_circuit_ite(lab.aig, next.bit, back, down.bit, up.bit, 3);
  vd_circuit_ite(lab.aig, next.bit, go, next.bit, number.bit, 3);
  set_next(&lab, &number, &next);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, hot.bit[3], equals(&lab, &number, 3)));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

// An on-delay: counts while its input is on, to limit, and then its output is.
static VdLit timer(Lab *lab, VdLit in, uint64_t limit, bool padded) {
  Word elapsed = latches_new(lab, 16, 0), next = {.n = 16};
  Word zero = constant(16, 0), most = constant(16, limit);
  VdLit below = vd_circuit_ult(lab->aig, elapsed.bit, most.bit, 16);
  if (padded) below = vd_lit_not(equals(lab, &elapsed, limit));
  vd_circuit_add(lab->aig, next.bit, elapsed.bit, zero.bit, 16, below);
  vd_circuit_ite(lab->aig, next.bit, in, next.bit, zero.bit, 16);
  set_next(lab, &elapsed, &next);
  return vd_aig_and(lab->aig, in, vd_lit_not(below));
}

static void equal_timers_are_equal(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig), stop = vd_aig_input(lab.aig);
  VdLit a = timer(&lab, vd_aig_and(lab.aig, in, stop), 1000, false);
  VdLit both = vd_aig_or(lab.aig, vd_lit_not(in), vd_lit_not(stop));
  VdLit b = timer(&lab, vd_lit_not(both), 1000, false);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, a, b));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

// elapsed < 1000 against elapsed != 1000: the same as long as it never passes.
static void timers_with_other_comparisons_are_equal(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig);
  VdLit a = timer(&lab, in, 1000, false), b = timer(&lab, in, 1000, true);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, a, b));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

static void a_timer_that_is_one_longer_differs(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig);
  VdLit a = timer(&lab, in, 1000, false), b = timer(&lab, in, 1001, false);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, a, b));
  VdMcReply reply = check(&lab, VD_MC_BAD);
  assert_int_equal(reply.trace.steps, 1001);
  lab_done(&lab);
}

// A second timer starts when the first is done; only after both is there a
// difference. A run has to last 900 steps.
static void a_difference_behind_two_timers_is_found(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit out[2], in[4];
  for (int i = 0; i < 4; i++) in[i] = vd_aig_input(lab.aig);
  for (int k = 0; k < 2; k++) {
    VdLit first = timer(&lab, vd_aig_all(lab.aig, in, 3), 400, false);
    VdLit second = vd_aig_and(lab.aig, first, vd_lit_not(in[3]));
    out[k] = timer(&lab, second, k ? 500 : 502, false);
  }
  vd_push(&lab.bad, vd_aig_xor(lab.aig, out[0], out[1]));
  VdMcReply reply = check(&lab, VD_MC_BAD);
  assert_in_range(reply.trace.steps, 901, 1000);
  lab_done(&lab);
}

// One counts up to 1000, the other down from it.
static void a_hint_relates_counters_that_go_opposite_ways(void **state) {
  (void)state;
  enum { N = 16 };
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig);
  Word up = latches_new(&lab, N, 0), down = latches_new(&lab, N, 1000);
  Word zero = constant(N, 0), most = constant(N, 1000), next = {.n = N};
  VdLit full = vd_circuit_eq(lab.aig, up.bit, most.bit, N);
  VdLit empty = vd_circuit_eq(lab.aig, down.bit, zero.bit, N);
  vd_circuit_add(lab.aig, next.bit, up.bit, zero.bit, N, vd_lit_not(full));
  vd_circuit_ite(lab.aig, next.bit, in, next.bit, zero.bit, N);
  set_next(&lab, &up, &next);
  Word one = constant(N, 1);
  vd_circuit_sub(lab.aig, next.bit, down.bit, one.bit, N);
  vd_circuit_ite(lab.aig, next.bit, empty, zero.bit, next.bit, N);
  vd_circuit_ite(lab.aig, next.bit, in, next.bit, most.bit, N);
  set_next(&lab, &down, &next);
  vd_push(&lab.bad, vd_aig_xor(lab.aig, full, empty));
  Word sum = {.n = N};
  vd_circuit_add(lab.aig, sum.bit, up.bit, down.bit, N, VD_LIT_FALSE);
  VdLit hints[] = {vd_aig_and(lab.aig, up.bit[3], down.bit[0]),  // is wrong
                   equals(&lab, &sum, 1000)};
  VdMcMachine machine = machine_of(&lab);
  machine.hint = hints;
  machine.hints = 2;
  VdMcReply reply;
  VdBudget budget = vd_budget_of(20);
  VdMcOptions options = {.abc = ""};
  vd_mc(&machine, &options, &budget, &lab.arena, &reply);
  assert_int_equal(reply.answer, VD_MC_SAFE);
  machine.hints = 0;
  assert_int_equal(judge(&machine, reply.proof), VD_SAT_UNSAT);
  lab_done(&lab);
}

// The output of a timer starts another: safe only by both being where they are.
static void a_chain_of_timers_is_equal_to_itself_negated(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit in = vd_aig_input(lab.aig), out[2];
  for (int k = 0; k < 2; k++) {
    VdLit stage = in;
    for (int i = 0; i < 4; i++) stage = timer(&lab, stage, 300 + 100 * i, k);
    VdLit held = vd_aig_latch(lab.aig, k ? VD_RESET_1 : VD_RESET_0);
    vd_aig_set_next(lab.aig, held, vd_lit_not_if(stage, k));
    out[k] = vd_lit_not_if(held, k);
  }
  vd_push(&lab.bad, vd_aig_xor(lab.aig, out[0], out[1]));
  check(&lab, VD_MC_SAFE);
  lab_done(&lab);
}

static void a_budget_is_kept(void **state) {
  (void)state;
  Lab lab = lab_new(1);  // factors of a prime: nobody knows in time
  Word x = latches_new(&lab, 40, 0), y = latches_new(&lab, 40, 0);
  Word in = {.n = 40}, other = {.n = 40}, product = {.n = 40};
  for (int i = 0; i < 20; i++) in.bit[i] = vd_aig_input(lab.aig);
  for (int i = 0; i < 20; i++) other.bit[i] = vd_aig_input(lab.aig);
  set_next(&lab, &x, &in);
  set_next(&lab, &y, &other);
  vd_circuit_mul(lab.aig, product.bit, x.bit, y.bit, 40);
  vd_push(&lab.bad, equals(&lab, &product, 549755813881));
  VdMcMachine machine = machine_of(&lab);
  VdMcReply reply;
  VdBudget budget = vd_budget_of(0.5);
  double start = vd_now();
  vd_mc(&machine, &(VdMcOptions){.abc = ""}, &budget, &lab.arena, &reply);
  assert_int_equal(reply.answer, VD_MC_UNKNOWN);
  assert_string_equal(reply.reason, "timeout");
  assert_true(vd_now() - start < 10);
  lab_done(&lab);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trace_is_replayed),
      cmocka_unit_test(a_proof_is_checked),
      cmocka_unit_test(bounded_search_finds_the_shortest_run),
      cmocka_unit_test(pdr_alone_gets_the_answer_of_all_states),
      cmocka_unit_test(pdr_can_be_stopped),
      cmocka_unit_test(equal_signals_are_proved),
      cmocka_unit_test(random_machines_get_the_answer_of_all_states),
      cmocka_unit_test(a_reduced_machine_behaves_as_before),
      cmocka_unit_test(random_runs_are_runs_and_can_be_shortened),
      cmocka_unit_test(a_counter_reaches_its_end),
      cmocka_unit_test(nothing_happens_without_a_way),
      cmocka_unit_test(runs_that_end_are_safe),
      cmocka_unit_test(free_latches_start_with_any_value),
      cmocka_unit_test(shift_registers_in_two_encodings_are_equal),
      cmocka_unit_test(one_hot_and_binary_are_equal),
      cmocka_unit_test(equal_timers_are_equal),
      cmocka_unit_test(timers_with_other_comparisons_are_equal),
      cmocka_unit_test(a_timer_that_is_one_longer_differs),
      cmocka_unit_test(a_difference_behind_two_timers_is_found),
      cmocka_unit_test(a_hint_relates_counters_that_go_opposite_ways),
      cmocka_unit_test(a_chain_of_timers_is_equal_to_itself_negated),
      cmocka_unit_test(a_budget_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
