// What external functions can answer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/ir.h"

static VdFunc external(const char *notes) {
  return (VdFunc){.name = "f", .link = "f", .notes = notes, .params = 3};
}

// What comes of an answer of 32 bits, for arguments 7, 0x1ff and 100.
static uint32_t fit(const char *notes, uint32_t raw) {
  VdFunc f = external(notes);
  VdValue args[] = {vd_value_bv(32, 7), vd_value_bv(32, 0x1ff),
                    vd_value_bv(32, 100)};
  VdRange range;
  if (!vd_func_range(&f, &range)) return raw;
  return (uint32_t)vd_range_fit(&range, args, vd_value_bv(32, raw)).bits;
}

static void test_numbers(void **state) {
  (void)state;
  assert_int_equal(fit("answers:-1..255", 255), 255);
  assert_int_equal(fit("answers:-1..255", 256), (uint32_t)-1);
  assert_int_equal(fit("answers:-1..255", (uint32_t)-1), (uint32_t)-1);
  assert_int_equal(fit("answers:0..0x7fffffff", 0x80000000), 0);
  assert_int_equal(fit("errno", 12345), 12345);
}

static void test_arguments(void **state) {
  (void)state;
  assert_int_equal(fit("errno answers:0..$3", 100), 100);
  assert_int_equal(fit("answers:0..$3 locale", 101), 0);
  assert_int_equal(fit("answers:0|$1..$1", 7), 7);
  assert_int_equal(fit("answers:0|$1..$1", 8), 0);
  assert_int_equal(fit("answers:-1|%2..%2", 0xff), 0xff);
  assert_int_equal(fit("answers:-1|%2..%2", 0x1ff), (uint32_t)-1);
}

static void test_notes(void **state) {
  (void)state;
  VdFunc f = external("errno answers:0..$3 ends");
  assert_true(vd_func_has_note(&f, "errno"));
  assert_true(vd_func_has_note(&f, "ends"));
  assert_false(vd_func_has_note(&f, "end"));
  assert_false(vd_func_has_note(&f, "answers"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_notes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
