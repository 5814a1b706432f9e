// Trails: what failed is left out, what succeeded is made again.
#include "base/trail.h"

#include "unit.h"

// Attempts 1, 2 and 3, of which 2 is made of two others; says which were made.
static void search(VdTrail *t, VdBuf *made) {
  VdAttempt a, b;
  if (vd_trail_begin(t, &a)) {
    vd_buf_char(made, '1');
    if (vd_trail_begin(t, &b)) vd_trail_end(t, &b, true);
    vd_trail_end(t, &a, false);
  }
  if (vd_trail_begin(t, &a)) {
    vd_buf_char(made, '2');
    if (vd_trail_begin(t, &b)) {
      vd_buf_char(made, 'a');
      vd_trail_end(t, &b, false);
    }
    if (vd_trail_begin(t, &b)) {
      vd_buf_char(made, 'b');
      vd_trail_put(t, " 2a");
      vd_trail_end(t, &b, true);
    }
    vd_trail_end(t, &a, true);
  }
  if (vd_trail_begin(t, &a)) {
    vd_buf_char(made, '3');
    vd_trail_end(t, &a, false);
  }
}

static void test_failed_attempts_are_not_made_again(void **state) {
  (void)state;
  VdTrail first = {0}, second = {.follow = true};
  VdBuf made = {0}, again = {0};
  search(&first, &made);
  assert_string_equal(vd_buf_text(&made), "12ab3");
  assert_string_equal(vd_buf_text(&first.text), "-+-+{ 2a}-");
  vd_buf_str(&second.text, vd_buf_text(&first.text));
  VdAttempt a, b;
  VdBuf text = {0};
  assert_false(vd_trail_begin(&second, &a));
  assert_true(vd_trail_begin(&second, &a));
  assert_false(vd_trail_begin(&second, &b));
  assert_true(vd_trail_begin(&second, &b));
  assert_string_equal(vd_trail_take(&second, &text), " 2a");
  assert_null(vd_trail_take(&second, &text));
  assert_true(vd_trail_end(&second, &b, true));
  assert_true(vd_trail_end(&second, &a, true));
  assert_false(vd_trail_begin(&second, &a));
  assert_false(second.lost);
  vd_trail_done(&first);
  vd_trail_done(&second);
  vd_buf_done(&made);
  vd_buf_done(&again);
  vd_buf_done(&text);
}

static void test_a_trail_of_another_search_is_lost(void **state) {
  (void)state;
  static const char *const others[] = {"",   "+",   "{",  "{ 1}",
                                       "-x", "-+{", "-++"};
  for (size_t i = 0; i < VD_COUNT(others); i++) {
    VdTrail t = {.follow = true};
    VdBuf made = {0};
    vd_buf_str(&t.text, others[i]);
    search(&t, &made);
    assert_true(t.lost);
    vd_trail_done(&t);
    vd_buf_done(&made);
  }
}

static void test_without_a_trail_every_attempt_is_made(void **state) {
  (void)state;
  VdBuf made = {0}, text = {0};
  search(NULL, &made);
  assert_string_equal(vd_buf_text(&made), "12ab3");
  assert_null(vd_trail_take(NULL, &text));
  vd_buf_done(&made);
  vd_buf_done(&text);
}

static void test_numbers_are_read_strictly(void **state) {
  (void)state;
  VdBuf text = {0};
  vd_number_put(&text, 0);
  vd_number_put(&text, UINT64_MAX);
  VdNumbers from = {vd_buf_text(&text), true};
  assert_int_equal(vd_number_take(&from, 0), 0);
  assert_true(vd_number_take(&from, UINT64_MAX) == UINT64_MAX);
  assert_true(from.ok && !*from.at);
  vd_number_take(&from, UINT64_MAX);
  assert_false(from.ok);
  static const char *const wrong[] = {"", "1", "  1", " x", " 3", " -1"};
  for (size_t i = 0; i < VD_COUNT(wrong); i++) {
    VdNumbers bad = {wrong[i], true};
    assert_int_equal(vd_number_take(&bad, 2), 0);
    assert_false(bad.ok);
  }
  vd_buf_done(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_failed_attempts_are_not_made_again),
      cmocka_unit_test(test_a_trail_of_another_search_is_lost),
      cmocka_unit_test(test_without_a_trail_every_attempt_is_made),
      cmocka_unit_test(test_numbers_are_read_strictly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
