#include "base/base.h"
#include "unit.h"

static void an_empty_buffer_has_empty_text(void **state) {
  (void)state;
  VdBuf buf = {0};
  assert_string_equal(vd_buf_text(&buf), "");
  vd_buf_add(&buf, NULL, 0);
  assert_string_equal(vd_buf_text(&buf), "");
  vd_buf_done(&buf);
}

static void parts_are_joined(void **state) {
  (void)state;
  VdBuf buf = {0};
  vd_buf_str(&buf, "ab");
  vd_buf_char(&buf, 'c');
  vd_buf_printf(&buf, "%03d|%s", 7, "x");
  assert_string_equal(vd_buf_text(&buf), "abc007|x");
  assert_int_equal(buf.len, 8);
  vd_buf_done(&buf);
  assert_null(buf.at);
}

static void text_is_terminated_at_every_length(void **state) {
  (void)state;
  VdBuf buf = {0};
  for (size_t n = 1; n < 3000; n++) {
    vd_buf_char(&buf, 'a');
    assert_int_equal(strlen(buf.at), n);
  }
  vd_buf_done(&buf);
}

static void printing_more_than_the_room_works(void **state) {
  (void)state;
  for (int width = 1; width < 300; width++) {
    VdBuf buf = {0};
    vd_buf_str(&buf, "12345");
    vd_buf_printf(&buf, "%*d", width, 1);
    assert_int_equal(buf.len, 5 + width);
    assert_int_equal(buf.at[buf.len - 1], '1');
    assert_int_equal(buf.at[buf.len], 0);
    vd_buf_done(&buf);
  }
}

static void bytes_may_be_nul(void **state) {
  (void)state;
  VdBuf buf = {0};
  vd_buf_add(&buf, "a\0b", 3);
  assert_int_equal(buf.len, 3);
  assert_memory_equal(buf.at, "a\0b", 4);
  vd_buf_done(&buf);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_buffer_has_empty_text),
      cmocka_unit_test(parts_are_joined),
      cmocka_unit_test(text_is_terminated_at_every_length),
      cmocka_unit_test(printing_more_than_the_room_works),
      cmocka_unit_test(bytes_may_be_nul),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
