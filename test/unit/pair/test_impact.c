// What a change influences: counted by hand on small functions.
#include "../ir/ir_test.h"
#include "pair/pair.h"

static void impact(const char *old_text, const char *new_text, VdImpact *out) {
  VdModule *m[2] = {ir_read(old_text), ir_read(new_text)};
  VdJob job = {.sides.tm = vd_terms_new(), .with_heap = true};
  for (int k = 0; k < 2; k++) {
    vd_ir_loops(m[k]);
    vd_ir_hash(m[k]);
    job.sides.module[k] = m[k];
    job.sides.sums[k] = vd_sums_new(job.sides.tm, m[k]);
  }
  assert_true(vd_impact(&job, out));
  for (int k = 0; k < 2; k++) {
    vd_sums_free(job.sides.sums[k]);
    vd_module_free(m[k]);
  }
  vd_terms_free(job.sides.tm);
}

// Two results; only what the first is made of changes.
#define PAIR(op)                                               \
  "vir 1\nfunc @f(bv32 \"x\", bv32 \"y\") -> (bv32, bv32) {\n" \
  "b0(%1: bv32, %2: bv32):\n"                                  \
  "  %3: bv32 = " op                                           \
  " %1, %2\n"                                                  \
  "  %4: bv32 = bvand %3, %1\n"                                \
  "  %5: bv32 = bvxor %1, %2\n"                                \
  "  return %4, %5\n"                                          \
  "}\n"

static void test_a_result_aside_is_not_influenced(void **state) {
  VdImpact i;
  (void)state;
  impact(PAIR("bvadd"), PAIR("bvmul"), &i);
  assert_int_equal(i.instructions[NEW], 3);
  assert_int_equal(i.changed[NEW], 1);
  assert_int_equal(i.influenced[NEW], 2);
  assert_int_equal(i.influences[NEW], 1);
  assert_int_equal(i.all_results[NEW], 2);
  assert_int_equal(i.influenced_results[NEW], 1);
  assert_int_equal(i.settled, 1);
}

static void test_no_change_influences_nothing(void **state) {
  VdImpact i;
  (void)state;
  impact(PAIR("bvadd"), PAIR("bvadd"), &i);
  assert_int_equal(i.changed[OLD] + i.changed[NEW], 0);
  assert_int_equal(i.influenced[NEW], 0);
  assert_int_equal(i.influenced_results[NEW], 0);
  assert_int_equal(i.settled, 2);
}

// The condition changes: so does what is chosen by it, though the values that
// are chosen from do not.
#define CHOICE(op)                                       \
  "vir 1\nfunc @f(bv32 \"x\", bv32 \"y\") -> (bv32) {\n" \
  "b0(%1: bv32, %2: bv32):\n"                            \
  "  %3: bool = " op                                     \
  " %1, %2\n"                                            \
  "  br %3, b1, b2\n"                                    \
  "b1:\n"                                                \
  "  jump b3(%1)\n"                                      \
  "b2:\n"                                                \
  "  jump b3(%2)\n"                                      \
  "b3(%4: bv32):\n"                                      \
  "  return %4\n"                                        \
  "}\n"

static void test_a_branch_influences_what_it_chooses(void **state) {
  VdImpact i;
  (void)state;
  impact(CHOICE("bvult"), CHOICE("bvslt"), &i);
  assert_int_equal(i.changed[NEW], 1);
  assert_int_equal(i.influenced_results[NEW], 1);
  assert_int_equal(i.settled, 0);
}

// Operands that are not those of the partner are a change.
static void test_swapped_operands_are_a_change(void **state) {
  VdImpact i;
  (void)state;
  impact(
      "vir 1\nfunc @f(bv32 \"x\", bv32 \"y\") -> (bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = bvudiv %1, %2\n"
      "  return %3\n"
      "}\n",
      "vir 1\nfunc @f(bv32 \"x\", bv32 \"y\") -> (bv32) {\n"
      "b0(%1: bv32, %2: bv32):\n"
      "  %3: bv32 = bvudiv %2, %1\n"
      "  return %3\n"
      "}\n",
      &i);
  assert_int_equal(i.changed[OLD], 1);
  assert_int_equal(i.changed[NEW], 1);
  assert_int_equal(i.influenced_results[NEW], 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_result_aside_is_not_influenced),
      cmocka_unit_test(test_no_change_influences_nothing),
      cmocka_unit_test(test_a_branch_influences_what_it_chooses),
      cmocka_unit_test(test_swapped_operands_are_a_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
