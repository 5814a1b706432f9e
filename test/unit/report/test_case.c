#include "fixture.h"
#include "report/report_impl.h"

static void assert_case(const VdCase *cex, const char *want) {
  VdBuf out = {0};
  vd_case_print("f", cex, &out);
  assert_string_equal(vd_buf_text(&out), want);
  vd_buf_done(&out);
}

static void add_cell(Fixture *f, VdCells *cells, uint64_t addr,
                     const void *bytes, uint32_t len) {
  VdCell *at = VD_NEW_ARRAY(&f->arena, VdCell, cells->len + 1);
  if (cells->len) memcpy(at, cells->at, cells->len * sizeof *at);
  at[cells->len] = (VdCell){addr, len, vd_arena_copy(&f->arena, bytes, len)};
  cells->at = at;
  cells->len++;
}

static void add_event(Fixture *f, VdOutcome *outcome, const char *link,
                      uint32_t arg) {
  uint32_t n = outcome->event.len;
  VdEvent *at = VD_NEW_ARRAY(&f->arena, VdEvent, n + 1);
  if (n) memcpy(at, outcome->event.at, n * sizeof *at);
  VdValue value = vd_value_bv(32, arg);
  at[n] = (VdEvent){.link = link, .args = 1};
  at[n].arg = vd_arena_copy(&f->arena, &value, sizeof value);
  outcome->event.at = at;
  outcome->event.len++;
}

static void values_are_shown_as_people_write_them(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  VdCase *cex = make_case(&f, 3);
  cex->param[0] = vd_value_bv(8, 'a');
  cex->param[1] = vd_value_double(-0.0);
  cex->param[2] = vd_value_bool(true);
  cex->name[2] = "";
  set_result(&f, &cex->old_outcome, vd_value_bv(64, UINT64_MAX));
  set_result(&f, &cex->new_outcome, vd_value_bv(64, 1));
  assert_case(cex,
              "  f(x = 97 'a', y = -0, true): returned -1 in old, 1 in new\n");
  fixture_done(&f);
}

static void memory_is_named_by_regions_and_pointers(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  VdCase *cex = make_case(&f, 2);
  VdRegion region = {
      .name = "table", .addr = 0x10000000000, .size = 40, .global = true};
  cex->region.at = vd_arena_copy(&f.arena, &region, sizeof region);
  cex->region.len = 1;
  cex->param[0] = vd_value_bv(64, 0x10000000008);
  cex->param[1] = vd_value_bv(64, 0x20000000000);
  add_cell(&f, &cex->memory, 0x10000000008, "\x2a\0\0\0", 4);
  add_cell(&f, &cex->memory, 0x30000000000, "\x04\0\0\0\0\x01\0\0", 8);
  add_cell(&f, &cex->memory, 0x20000000004, "ab\0", 3);
  set_result(&f, &cex->old_outcome, vd_value_bv(32, 1));
  set_result(&f, &cex->new_outcome, vd_value_bv(32, 2));
  assert_case(
      cex,
      "  f(x = &table+8, y = 0x20000000000): returned 1 in old, 2 in new\n"
      "    with table+8 = 2a 00 00 00 (42)\n"
      "    with *y+4 = 61 62 00 \"ab\\0\"\n"
      "    with 0x30000000000 = &table+4\n");
  fixture_done(&f);
}

static void writes_that_are_the_same_are_left_out(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  VdCase *cex = make_case(&f, 0);
  add_cell(&f, &cex->old_outcome.memory, 0x20000000000, "\x01", 1);
  add_cell(&f, &cex->old_outcome.memory, 0x20000000010, "\x02", 1);
  add_cell(&f, &cex->new_outcome.memory, 0x20000000000, "\x01", 1);
  add_cell(&f, &cex->new_outcome.memory, 0x20000000010, "\x03", 1);
  cex->difference = "memory";
  cex->reproducer = "out/f";
  assert_case(cex,
              "  f()\n"
              "    old: returned\n"
              "      wrote 0x20000000010 = 02 (2)\n"
              "    new: returned\n"
              "      wrote 0x20000000010 = 03 (3)\n"
              "    difference: memory\n"
              "    reproducer: out/f\n");
  fixture_done(&f);
}

static void calls_are_shown_from_the_first_that_differs(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  VdCase *cex = make_case(&f, 1);
  add_event(&f, &cex->old_outcome, "open", 1);
  add_event(&f, &cex->old_outcome, "put", 2);
  add_event(&f, &cex->new_outcome, "open", 1);
  assert_case(cex,
              "  f(x = 1)\n"
              "    old: returned\n"
              "      the first call is the same in both\n"
              "      called put(2)\n"
              "    new: returned\n"
              "      the first call is the same in both\n"
              "      made no further call\n");
  for (uint32_t i = 0; i < 20; i++) {
    add_event(&f, &cex->new_outcome, "log", i);
  }
  VdBuf out = {0};
  vd_case_print("f", cex, &out);
  assert_non_null(strstr(out.at, "and 12 more calls\n"));
  vd_buf_done(&out);
  fixture_done(&f);
}

static void ends_that_are_no_return_are_told(void **state) {
  (void)state;
  Fixture f;
  fixture_init(&f);
  VdCase *cex = make_case(&f, 1);
  cex->old_outcome.halted = true;
  cex->new_outcome.status = VD_RUN_UNDEFINED;
  cex->new_outcome.text = "signed overflow";
  cex->new_outcome.pos = (VdPos){"a.c", 3, 9};
  cex->native = "old: exit 1\nnew: killed by signal 8\n";
  assert_case(cex,
              "  f(x = 1)\n"
              "    old: ended the program\n"
              "    new: undefined behaviour: signed overflow at a.c:3:9\n"
              "    not confirmed by the real code:\n"
              "      old: exit 1\n"
              "      new: killed by signal 8\n");
  cex->new_outcome.status = VD_RUN_LIMIT;
  cex->native = "";
  assert_case(cex,
              "  f(x = 1)\n"
              "    old: ended the program\n"
              "    new: goes on\n");
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_shown_as_people_write_them),
      cmocka_unit_test(memory_is_named_by_regions_and_pointers),
      cmocka_unit_test(writes_that_are_the_same_are_left_out),
      cmocka_unit_test(calls_are_shown_from_the_first_that_differs),
      cmocka_unit_test(ends_that_are_no_return_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
