// Values: making, comparing, printing and reading.
#include <math.h>

#include "term/limbs.h"
#include "unit.h"

static char *print(VdArena *arena, const VdValue *value) {
  VdBuf buf = {0};
  vd_value_print(value, &buf);
  char *text = vd_arena_str(arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

static bool read(VdArena *arena, const char *text, VdValue *out) {
  // An exact copy, so that a sanitizer sees reading past the end.
  size_t len = strlen(text);
  char *copy = vd_alloc(len + !len);
  memcpy(copy, text, len);
  bool ok = vd_value_read(arena, copy, len, out);
  vd_free(copy);
  return ok;
}

static void must_read_back(VdArena *arena, const VdValue *value) {
  VdValue back;
  const char *text = print(arena, value);
  if (!read(arena, text, &back) || !vd_value_eq(value, &back))
    fail_msg("%s does not read back", text);
}

static VdValue float_of(VdArena *arena, VdSort sort, uint64_t bits) {
  return vd_value_as_float(arena, sort, vd_value_bv(vd_sort_width(sort), bits));
}

static void values_print_as_documented(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue yes = vd_value_bool(true), word = vd_value_bv(16, 42);
  VdValue wide = vd_value_limbs(&a, 68, (uint64_t[]){1, 10}, 2);
  VdValue half = vd_value_double(1.5), nan = vd_value_float(NAN);
  VdValue minus = vd_value_float(-0.0f), tenth = vd_value_double(0.1);
  VdValue inf = vd_value_double(-INFINITY), third = vd_value_float(1.0f / 3);
  VdValue other = float_of(&a, vd_sort_float(5, 11), 0x3c00);
  VdValue world = {.sort = vd_sort_world(), .bits = 7};
  assert_string_equal(print(&a, &yes), "true");
  assert_string_equal(print(&a, &word), "0x002a:bv16");
  assert_string_equal(print(&a, &wide), "0xa0000000000000001:bv68");
  assert_string_equal(print(&a, &half), "1.5:float11.53");
  assert_string_equal(print(&a, &tenth), "0.1:float11.53");
  assert_string_equal(print(&a, &third), "0.33333334:float8.24");
  assert_string_equal(print(&a, &nan), "nan:float8.24");
  assert_string_equal(print(&a, &minus), "-0:float8.24");
  assert_string_equal(print(&a, &inf), "-inf:float11.53");
  assert_string_equal(print(&a, &other), "bits:0x3c00:float5.11");
  assert_string_equal(print(&a, &world), "7:world");
  vd_arena_done(&a);
}

static void arrays_print_what_was_set_and_the_fill(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue mem = vd_array_new(&a, vd_sort_mem(), (VdFill){.constant = 3});
  VdValue set = vd_array_set(&a, mem, 20, 5);
  set = vd_array_set(&a, set, 4, 3);
  assert_string_equal(print(&a, &mem), "[else 0x3]:mem");
  assert_string_equal(print(&a, &set), "[0x4=0x3 0x14=0x5 else 0x3]:mem");
  VdValue any = vd_array_new(&a, vd_sort_array(8, 32), (VdFill){.random = 9});
  assert_string_equal(print(&a, &any), "[else random 0x9]:array8.32");
  vd_arena_done(&a);
}

static void doubles_read_back_to_the_same_bits(void **state) {
  (void)state;
  VdArena a = {0};
  VdRandom random = {1};
  const double special[] = {0.0, -0.0,      INFINITY,  -INFINITY,
                            NAN, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
                            0.1, 1e22,      1e23};
  for (size_t i = 0; i < VD_COUNT(special); i++) {
    VdValue x = vd_value_double(special[i]);
    must_read_back(&a, &x);
  }
  for (int i = 0; i < 20000; i++) {
    VdValue x = float_of(&a, vd_sort_float(11, 53), vd_random_next(&random));
    VdValue y = float_of(&a, vd_sort_float(8, 24), vd_random_next(&random));
    VdValue z = vd_value_double((double)vd_random_below(&random, 1000) / 8);
    must_read_back(&a, &x);
    must_read_back(&a, &y);
    must_read_back(&a, &z);
  }
  vd_arena_done(&a);
}

static void values_of_every_width_read_back(void **state) {
  (void)state;
  VdArena a = {0};
  VdRandom random = {2};
  for (uint32_t width = 1; width <= 300; width++)
    for (int i = 0; i < 10; i++) {
      uint64_t limb[5];
      for (int j = 0; j < 5; j++) limb[j] = vd_random_next(&random);
      VdValue x = vd_value_limbs(&a, width, limb, 5);
      must_read_back(&a, &x);
      VdSort f = vd_sort_float(2 + width % 29, (uint16_t)(2 + width % 239));
      VdValue bits = vd_value_limbs(&a, vd_sort_width(f), limb, 5);
      VdValue y = vd_value_as_float(&a, f, bits);
      must_read_back(&a, &y);
    }
  VdValue no = vd_value_bool(false);
  must_read_back(&a, &no);
  vd_arena_done(&a);
}

static void other_ways_to_write_a_value_are_read(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue x;
  assert_true(read(&a, "0x2A:bv16", &x) && x.bits == 42);
  assert_true(read(&a, "0x1.8p0:float11.53", &x));
  assert_true(x.bits == vd_value_double(1.5).bits);
  assert_true(read(&a, "-1e-3:float8.24", &x));
  assert_true(x.bits == vd_value_float(-1e-3f).bits);
  assert_true(read(&a, "bits:0x7f800001:float8.24", &x));
  assert_true(x.bits == vd_value_float(NAN).bits);
  assert_true(read(&a, "1e999:float11.53", &x));
  assert_true(x.bits == vd_value_double(INFINITY).bits);
  vd_arena_done(&a);
}

static void garbage_is_not_a_value(void **state) {
  (void)state;
  VdArena a = {0};
  const char *bad[] = {
      "",
      ":",
      "tru",
      "true ",
      "true:bool",
      "0x:bv8",
      "0x100:bv8",
      "0x2:bv1",
      "0x001:bv8",
      "42:bv8",
      "-0x1:bv8",
      "0x1g:bv8",
      "0x1:bv0",
      "0x1:bv",
      "0x1:",
      "0x1",
      "0x1:bv65537",
      "1.5:float11.54",
      "1.5",
      "1.5:float",
      " 1.5:float11.53",
      "+1.5:float11.53",
      "1.5 :float11.53",
      "1,5:float11.53",
      "infinity:float11.53",
      "nan(1):float11.53",
      "-nan:float11.53",
      ".:float11.53",
      "-:float11.53",
      "e5:float11.53",
      "1e:float11.53",
      "1e+:float11.53",
      "0x:float11.53",
      "0x.p1:float11.53",
      "0xp1:float11.53",
      "1.5.2:float11.53",
      "--1:float11.53",
      "bits:",
      "bits::float8.24",
      "bits:0x123456789:float8.24",
      "bits:0x1:bv8",
      ":float8.24",
      ":bv8",
      "7:world",
      "[else 0x0]:mem",
      "0x1:mem",
      "0x1:bool",
  };
  VdValue x;
  for (size_t i = 0; i < VD_COUNT(bad); i++)
    if (read(&a, bad[i], &x)) fail_msg("'%s' was read", bad[i]);
  assert_false(vd_value_read(&a, "1\0:float11.53", 13, &x));
  VdBuf longer = {0};
  for (int i = 0; i < 1000; i++) vd_buf_char(&longer, '1');
  vd_buf_str(&longer, ":float11.53");
  assert_false(read(&a, vd_buf_text(&longer), &x));
  vd_buf_done(&longer);
  vd_arena_done(&a);
}

// What is read from changed text must at least be a value.
static void damaged_text_is_rejected_or_means_something(void **state) {
  (void)state;
  const char *good[] = {"0x002a:bv16",
                        "1.5:float11.53",
                        "-inf:float8.24",
                        "bits:0x3c00:float5.11",
                        "0x1.8p-3:float8.24",
                        "0xa0000000000000001:bv68",
                        "true"};
  VdRandom random = {3};
  for (int i = 0; i < 60000; i++) {
    VdArena a = {0};
    VdValue x;
    char text[64];
    strcpy(text, good[vd_random_below(&random, VD_COUNT(good))]);
    for (uint64_t n = 1 + vd_random_below(&random, 3); n-- > 0;)
      text[vd_random_below(&random, strlen(text))] =
          "0123456789abcdefx.:-+pbvflot \x7f\xff"[vd_random_below(&random, 31)];
    if (read(&a, text, &x)) must_read_back(&a, &x);
    vd_arena_done(&a);
  }
}

static void wide_values_are_reduced_and_compared_by_all_limbs(void **state) {
  (void)state;
  VdArena a = {0};
  VdValue x = vd_value_limbs(&a, 65, (uint64_t[]){5, 3}, 2);
  VdValue y = vd_value_limbs(&a, 65, (uint64_t[]){5, 1}, 2);
  VdValue z = vd_value_limbs(&a, 65, (uint64_t[]){5}, 1);
  assert_true(vd_value_eq(&x, &y));
  assert_false(vd_value_eq(&x, &z));
  assert_true(vd_value_limb(&x, 1) == 1);
  assert_true(vd_value_limb(&x, 2) == 0);
  assert_true(vd_value_bv(8, 0x1ff).bits == 0xff);
  VdValue p = vd_value_bv(8, 1), q = vd_value_bv(9, 1);
  assert_false(vd_value_eq(&p, &q));
  vd_arena_done(&a);
}

static void there_is_one_nan_and_two_zeros(void **state) {
  (void)state;
  VdArena a = {0};
  VdSort f = vd_sort_float(8, 24);
  VdValue x = float_of(&a, f, 0x7f800001), y = float_of(&a, f, 0xffc12345);
  VdValue plus = vd_value_float(0.0f), minus = vd_value_float(-0.0f);
  assert_true(vd_value_eq(&x, &y));
  assert_true(x.bits == 0x7fc00000);
  assert_false(vd_value_eq(&plus, &minus));
  VdValue ones =
      vd_value_limbs(&a, 128, (uint64_t[]){UINT64_MAX, UINT64_MAX}, 2);
  ones = vd_value_as_float(&a, vd_sort_float(15, 113), ones);
  assert_true(vd_value_limb(&ones, 0) == 0);
  assert_true(vd_value_limb(&ones, 1) == 0x7fff800000000000);
  vd_arena_done(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_print_as_documented),
      cmocka_unit_test(arrays_print_what_was_set_and_the_fill),
      cmocka_unit_test(doubles_read_back_to_the_same_bits),
      cmocka_unit_test(values_of_every_width_read_back),
      cmocka_unit_test(other_ways_to_write_a_value_are_read),
      cmocka_unit_test(garbage_is_not_a_value),
      cmocka_unit_test(damaged_text_is_rejected_or_means_something),
      cmocka_unit_test(wide_values_are_reduced_and_compared_by_all_limbs),
      cmocka_unit_test(there_is_one_nan_and_two_zeros),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
