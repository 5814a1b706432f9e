#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "unit.h"

typedef struct Meeting {
  int pipe[2][2];  // to each of the two that meet
} Meeting;

// Ends only if both are at work at once; the third crashes.
static void meet(void *context, uint32_t i) {
  const Meeting *m = context;
  char byte = 'x';
  if (i == 2) abort();
  if (write(m->pipe[1 - i][1], &byte, 1) != 1) abort();
  if (read(m->pipe[i][0], &byte, 1) != 1) abort();
}

static void trials_run_at_once(void **state) {
  (void)state;
  static const char *const path[] = {"a.st", "b.st", "c.st"};
  Meeting meeting;
  static VdDiags diags[3];
  bool ok[3] = {false, false, true};
  VdBuf said = {0};
  for (int i = 0; i < 2; i++) assert_int_equal(pipe(meeting.pipe[i]), 0);
  VdTrials trials = {meet, &meeting, path, diags, ok};
  VdReading reading = {.jobs = 2, .seconds = 20};
  vd_trials_run(&trials, 3, &reading);
  assert_true(ok[0] && ok[1] && !ok[2]);
  assert_int_equal(diags[0].list.len + diags[1].list.len, 0);
  vd_diags_print(&diags[2], &said);
  assert_string_equal(said.at,
                      "c.st: error: not read: the reader died: killed by "
                      "signal 6 (Aborted)\n");
  for (int i = 0; i < 4; i++) close(meeting.pipe[i / 2][i % 2]);
  for (int i = 0; i < 3; i++) vd_diags_done(&diags[i]);
  vd_buf_done(&said);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(trials_run_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
