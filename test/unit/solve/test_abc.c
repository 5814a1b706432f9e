// ABC as it is, and programs that lie in its place (test/lie): only what the
// judges confirm counts.
#include <stdlib.h>

#include "machine.h"
#include "need.h"
#include "solve/aiger.h"
#include "solve/circuit.h"

static const VdBudget NO_LIMIT = {0};

static void abc_gets_the_answer_of_all_states(void **state) {
  (void)state;
  need_program("berkeley-abc");
  uint32_t safe = 0, bad = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    Lab lab = random_machine(seed, 1 + (uint32_t)seed % 3, 5);
    VdMcMachine machine = machine_of(&lab);
    uint32_t truth = shortest_bad(&machine);
    VdMcFound found;
    vd_abc_run(NULL, &machine, &NO_LIMIT, &lab.arena, &found);
    assert_int_equal(found.answer, truth ? VD_MC_BAD : VD_MC_SAFE);
    if (truth)
      assert_true(vd_mc_trace_replay(&machine, &found.trace));
    else
      assert_int_equal(vd_proof_check(&machine, &found.proof, &NO_LIMIT),
                       VD_SAT_UNSAT);
    truth ? bad++ : safe++;
    lab_done(&lab);
  }
  assert_true(safe > 5);
  assert_true(bad > 5);
}

// A counter of 30 bits with an input, that is not to be at `bad`; `wrap` is
// where it starts again. No engine but ABC can say anything in time.
static Lab counter(uint64_t wrap, uint64_t bad) {
  enum { N = 30 };
  Lab lab = lab_new(1);
  VdLit enable = vd_aig_input(lab.aig);
  Word count = latches_new(&lab, N, 0), next = {.n = N}, zero = constant(N, 0);
  Word last = constant(N, wrap), wrong = constant(N, bad);
  vd_circuit_add(lab.aig, next.bit, count.bit, zero.bit, N, enable);
  VdLit at_end = vd_circuit_eq(lab.aig, count.bit, last.bit, N);
  vd_circuit_ite(lab.aig, next.bit, at_end, zero.bit, next.bit, N);
  set_next(&lab, &count, &next);
  vd_push(&lab.bad, vd_circuit_eq(lab.aig, count.bit, wrong.bit, N));
  return lab;
}

static VdMcReply ask(Lab *lab, const char *program, double seconds) {
  VdMcMachine machine = machine_of(lab);
  VdMcReply reply;
  VdBudget budget = vd_budget_of(seconds);
  VdMcOptions options = {
      .abc = program, .no_pdr = true, .no_sweep = true, .patience = 1e-3};
  vd_mc(&machine, &options, &budget, &lab->arena, &reply);
  return reply;
}

static void what_abc_proves_is_safe(void **state) {
  (void)state;
  need_program("berkeley-abc");
  Lab lab = counter(9, 55);
  VdMcReply reply = ask(&lab, NULL, 60);
  assert_int_equal(reply.answer, VD_MC_SAFE);
  assert_string_equal(reply.engine, "abc");
  assert_true(reply.proof.clauses > 0);
  lab_done(&lab);
}

static const char *liar(Lab *lab, const char *name) {
  const char *root = getenv("VD_TEST_DIR");
  return vd_arena_printf(&lab->arena, "%s/lie/%s", root ? root : "test", name);
}

static void liars_are_not_believed(void **state) {
  (void)state;
  static const char *const names[] = {"abc-proved",
                                      "abc-bogus-invariant",
                                      "abc-nothing-is-reachable",
                                      "abc-no-such-latch",
                                      "abc-half-invariant",
                                      "abc-wrong-trace",
                                      "abc-other-machine",
                                      "abc-garbage",
                                      "abc-huge-trace",
                                      "crash",
                                      "garbage",
                                      "silence",
                                      "there-is-no-program"};
  for (size_t i = 0; i < VD_COUNT(names); i++)
    for (int is_bad = 0; is_bad < 2; is_bad++) {
      Lab lab = counter(is_bad ? 1 << 29 : 9, 123456789);
      VdMcReply reply = ask(&lab, liar(&lab, names[i]), 0.2);
      if (reply.answer != VD_MC_UNKNOWN)
        fail_msg("%s was believed: %d", names[i], reply.answer);
      assert_string_not_equal(reply.reason, "");
      lab_done(&lab);
    }
}

static void a_liar_is_named(void **state) {
  (void)state;
  Lab lab = counter(9, 123456789);
  VdMcReply reply = ask(&lab, liar(&lab, "abc-bogus-invariant"), 1);
  assert_string_equal(reply.reason, "a proof by abc does not hold");
  reply = ask(&lab, liar(&lab, "abc-wrong-trace"), 1);
  assert_string_equal(reply.reason, "a trace of 3 steps by abc is none");
  lab_done(&lab);
}

// ------------------------------------------------------------------- AIGER

static void a_machine_is_written(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  VdLit x = vd_aig_input(lab.aig), q = vd_aig_latch(lab.aig, VD_RESET_1);
  VdLit r = vd_aig_latch(lab.aig, VD_RESET_FREE);
  VdLit both = vd_aig_and(lab.aig, x, vd_lit_not(q));
  vd_aig_and(lab.aig, x, r);  // nothing needs it
  vd_aig_set_next(lab.aig, q, both);
  vd_push(&lab.bad, vd_lit_not(both));
  vd_push(&lab.constraint, r);
  VdMcMachine machine = machine_of(&lab);
  VdBuf text = {0};
  vd_aiger_write(&machine, false, &text);
  // x is 2, q is 4, r is 6, the AND is 8 = 5 & 2.
  static const char expect[] = "aig 4 1 2 0 1 1 1\n8 1\n6 6\n9\n6\n\x03\x03";
  assert_int_equal(text.len, sizeof expect - 1);
  assert_memory_equal(text.at, expect, text.len);
  vd_buf_done(&text);
  lab_done(&lab);
}

static bool reads(Lab *lab, const char *text, VdMcTrace *trace) {
  VdMcMachine machine = machine_of(lab);
  return vd_aiger_read_witness(&machine, text, strlen(text), &lab->arena,
                               trace);
}

static void a_witness_is_read(void **state) {
  (void)state;
  Lab lab = lab_new(1);
  vd_aig_input(lab.aig);
  vd_aig_input(lab.aig);
  vd_aig_latch(lab.aig, VD_RESET_FREE);
  VdMcTrace trace;
  assert_true(reads(&lab, "1\nb0\n1\n01\n1x\n.\n", &trace));
  assert_int_equal(trace.steps, 2);
  assert_int_equal(trace.start[0], 1);
  assert_true(vd_mc_trace_input(&trace, 0, 1));
  assert_true(vd_mc_trace_input(&trace, 1, 0));
  assert_false(vd_mc_trace_input(&trace, 1, 1));
  assert_true(reads(&lab, "c said\n1\r\nb0\r\n0\r\n01\r\n.\r\n", &trace));
  static const char *const broken[] = {"",
                                       "0\nb0\n.\n",
                                       "1\n",
                                       "1\nb0\n",
                                       "1\nb0\n1\n.\n",
                                       "1\nb0\n1\n01\n",
                                       "2\nb0\n.\n",
                                       "1\nb0\n11\n01\n.\n",
                                       "1\nb0\n1\n0\n.\n",
                                       "1\nj0\n1\n01\n.\n",
                                       "1\nb0\n1\n02\n.\n",
                                       "1\nb0\n1\n011\n.\n"};
  for (size_t i = 0; i < VD_COUNT(broken); i++)
    if (reads(&lab, broken[i], &trace)) fail_msg("was read: %s", broken[i]);
  lab_done(&lab);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_machine_is_written),
      cmocka_unit_test(a_witness_is_read),
      cmocka_unit_test(abc_gets_the_answer_of_all_states),
      cmocka_unit_test(what_abc_proves_is_safe),
      cmocka_unit_test(liars_are_not_believed),
      cmocka_unit_test(a_liar_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
