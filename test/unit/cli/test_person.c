#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "unit.h"

// What a progress line that is drawn to a file leaves there.
static void assert_drawn(VdProgress *progress, const char *want) {
  char text[256] = "";
  rewind(progress->out);
  size_t n = fread(text, 1, sizeof text - 1, progress->out);
  text[n] = '\0';
  assert_string_equal(text, want);
}

static VdProgress late_progress(void) {
  VdProgress progress = {.out = tmpfile(), .width = 60};
  progress.start = vd_now() - 10;
  return progress;
}

static void short_runs_have_no_progress_line(void **state) {
  (void)state;
  VdProgress progress = late_progress();
  progress.start = vd_now();
  vd_progress_draw(&progress, 1, 2, 0, "f");
  vd_progress_clear(&progress);
  assert_drawn(&progress, "");
  fclose(progress.out);
}

static void the_line_is_drawn_and_erased(void **state) {
  (void)state;
  VdProgress progress = late_progress();
  vd_progress_draw(&progress, 12, 345, 3, "luaV_execute");
  vd_progress_draw(&progress, 13, 345, 3, "too soon to redraw");
  vd_progress_clear(&progress);
  vd_progress_clear(&progress);
  assert_drawn(&progress,
               "\r\033[K12/345 functions, 3 different, luaV_execute..."
               "\r\033[K");
  fclose(progress.out);
}

static void a_long_or_hostile_name_stays_on_the_line(void **state) {
  (void)state;
  VdProgress progress = late_progress();
  progress.width = 24;
  vd_progress_draw(&progress, 1, 2, 0, "a\nb\033cdefghijkl");
  assert_drawn(&progress, "\r\033[K1/2 functions, a?b?cdef");
  fclose(progress.out);
}

static void what_is_no_terminal_gets_no_line(void **state) {
  (void)state;
  VdProgress progress;
  FILE *file = tmpfile();
  vd_progress_init(&progress, file, true);
  assert_null(progress.out);
  fclose(file);
}

static void colour_is_for_terminals_or_on_demand(void **state) {
  (void)state;
  FILE *file = tmpfile();
  assert_false(vd_color_wanted(VD_COLOR_AUTO, file));
  assert_true(vd_color_wanted(VD_COLOR_ALWAYS, file));
  assert_false(vd_color_wanted(VD_COLOR_NEVER, file));
  setenv("NO_COLOR", "1", 1);
  assert_true(vd_color_wanted(VD_COLOR_ALWAYS, file));
  assert_false(vd_color_wanted(VD_COLOR_AUTO, file));
  unsetenv("NO_COLOR");
  fclose(file);
}

static void a_signal_sets_the_flag(void **state) {
  (void)state;
  vd_signals_init();
  assert_int_equal(*vd_signals_cancelled(), 0);
  raise(SIGTERM);
  assert_int_not_equal(*vd_signals_cancelled(), 0);
  VdBudget budget = {.cancelled = vd_signals_cancelled()};
  assert_true(vd_budget_over(&budget));
}

static void second_signal(void *context, uint32_t index, VdBuf *out) {
  (void)context, (void)index, (void)out;
  vd_signals_init();
  raise(SIGINT);
  raise(SIGINT);
  vd_buf_str(out, "survived");
}

static void expect_death(void *context, uint32_t index,
                         const VdWorkResult *result) {
  (void)context, (void)index;
  assert_int_equal(result->status, VD_WORK_DIED);
}

static void a_second_signal_ends_the_process(void **state) {
  (void)state;
  VdPool pool = {.work = second_signal, .done = expect_death};
  vd_pool_run(&pool, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(short_runs_have_no_progress_line),
      cmocka_unit_test(the_line_is_drawn_and_erased),
      cmocka_unit_test(a_long_or_hostile_name_stays_on_the_line),
      cmocka_unit_test(what_is_no_terminal_gets_no_line),
      cmocka_unit_test(colour_is_for_terminals_or_on_demand),
      cmocka_unit_test(a_signal_sets_the_flag),
      cmocka_unit_test(a_second_signal_ends_the_process),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
