// What verdicts take for granted is short, said once, and in the manual.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/base.h"

static const char *const texts[] = {
#define VD_ASSUMPTION(id, text) text,
#include "verdict/assume.def"
#undef VD_ASSUMPTION
};

static void test_texts_are_short(void **state) {
  (void)state;
  for (size_t i = 0; i < VD_COUNT(texts); i++)
    assert_in_range(strlen(texts[i]), 10, 70);
}

static void test_manual_has_them(void **state) {
  (void)state;
  VdBuf path = {0}, text = {0};
  vd_buf_printf(&path, "%s/../doc/semantics-c.md", getenv("VD_TEST_DIR"));
  assert_true(vd_file_read(vd_buf_text(&path), 1 << 20, &text));
  for (size_t i = 0; i < VD_COUNT(texts); i++) {
    VdBuf row = {0};
    vd_buf_printf(&row, "| %s |", texts[i]);
    if (!strstr(vd_buf_text(&text), vd_buf_text(&row)))
      fail_msg("not in doc/semantics-c.md: %s", texts[i]);
    vd_buf_done(&row);
  }
  vd_buf_done(&text);
  vd_buf_done(&path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts_are_short),
      cmocka_unit_test(test_manual_has_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
