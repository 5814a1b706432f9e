// Addresses as ranges of bits.
#include "front/st/plc.h"
#include "unit.h"

static bool meet(const char *a, uint64_t a_bits, const char *b,
                 uint64_t b_bits) {
  VdPlcSpan span[2];
  assert_true(vd_plc_span(a, a_bits, &span[0]));
  assert_true(vd_plc_span(b, b_bits, &span[1]));
  return vd_plc_spans_meet(&span[0], &span[1]);
}

static void letters_of_size(void **state) {
  (void)state;
  assert_true(meet("%QX0.7", 0, "%QB0", 0));
  assert_false(meet("%QX1.0", 0, "%QB0", 0));
  assert_true(meet("%q0.7", 0, "%QX0.7", 0));
  assert_true(meet("%MW1", 0, "%MB3", 0));
  assert_false(meet("%MW1", 0, "%MB4", 0));
  assert_true(meet("%MD0", 0, "%MW1", 0));
  assert_false(meet("%MD0", 0, "%QW1", 0));
}

static void variables_that_take_more(void **state) {
  (void)state;
  assert_true(meet("%MW0", 64, "%MW3", 16));
  assert_false(meet("%MW0", 64, "%MW4", 16));
  assert_true(meet("%QX0.0", 8, "%QX0.1", 1));
  assert_true(meet("%MB0", UINT64_MAX, "%ML4000000000", 64));
}

static void where_it_is_may_be_unknown(void **state) {
  VdPlcSpan span;
  (void)state;
  assert_false(vd_plc_span(NULL, 8, &span));
  assert_false(vd_plc_span("%Q*", 8, &span));
  assert_true(meet("%IW2.5.7.1", 16, "%IW0", 16));
  assert_false(meet("%IW2.5.7.1", 16, "%QW0", 16));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(letters_of_size),
      cmocka_unit_test(variables_that_take_more),
      cmocka_unit_test(where_it_is_may_be_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
