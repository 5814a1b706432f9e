// A way to skip a unit test where the machine lacks what it needs.
#ifndef VD_TEST_NEED_H
#define VD_TEST_NEED_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

// Skips the test, aloud, where what it needs is not there. With REQUIRE=all in
// the environment the test fails. test/need.sh is the same for the runners.
static inline void need(bool there, const char *what) {
  const char *require = getenv("REQUIRE");
  if (there) return;
  if (require && !strcmp(require, "all"))
    fail_msg("needs %s, and REQUIRE=all", what);
  printf("# needs %s\n", what);
  fflush(stdout);
  skip();
}

static inline bool is_program(const char *name) {
  const char *path = getenv("PATH");
  for (const char *at = path ? path : ""; *at;) {
    char file[4096];
    int n = (int)strcspn(at, ":");
    snprintf(file, sizeof file, "%.*s/%s", n, at, name);
    if (access(file, X_OK) == 0) return true;
    at += n + (at[n] == ':');
  }
  return false;
}

static inline void need_program(const char *name) {
  need(is_program(name), name);
}

#endif
