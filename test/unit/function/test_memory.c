// The n-th allocation of a comparison fails, in the process that compares or in
// one of its workers: it ends as it should, and no verdict is wrong.
#include <sys/wait.h>
#include <unistd.h>

#include "../ir/ir_test.h"
#include "function/function.h"

// How the process that compares ends: `full` if all verdicts are definite.
enum { END_FULL = 50, END_OPEN, END_WRONG, END_UNCLEAN, END_MEMORY = 2 };
enum { TRIES = 24 };

#define FUNC(name, constant, body)      \
  "func @" name                         \
  "(bv8 \"x\", bv8 \"y\") -> (bv8) {\n" \
  "b0(%1: bv8, %2: bv8):\n"             \
  "  %3: bv8 = const " constant "\n" body "}\n"

// f is the same, which a solver has to say; g differs for one y.
static const char old_text[] =
    "vir 1\n" FUNC("f", "2", "  %4: bv8 = bvadd %1, %2\n  return %4\n")
        FUNC("g", "200", "  %4: bv8 = bvmul %1, %3\n  return %4\n");
static const char new_text[] =
    "vir 1\n" FUNC("f", "2",
                   "  %4: bv8 = bvand %1, %2\n"
                   "  %5: bv8 = bvxor %1, %2\n"
                   "  %6: bv8 = bvmul %4, %3\n"
                   "  %7: bv8 = bvadd %5, %6\n"
                   "  return %7\n") FUNC("g", "200",
                                         "  %4: bool = eq %2, %3\n"
                                         "  %5: bv8 = bvmul %3, %1\n"
                                         "  %6: bv8 = ite %4, %2, %5\n"
                                         "  return %6\n");

static int judge(const VdComparison *c) {
  uint32_t definite = 0;
  for (uint32_t i = 0; i < c->item.len; i++) {
    const VdItem *item = &c->item.at[i];
    const VdVerdict *v = &item->verdict;
    if (item->kind != VD_ITEM_PAIR) continue;
    bool is_f = !strcmp(item->name, "f");
    if (is_f ? v->kind == VD_DIFFERENT : vd_verdict_is_same(v->kind))
      return END_WRONG;
    if (v->kind == VD_FAILED) {
      fprintf(stderr, "%s: %s\n", item->name, v->why);
      return END_UNCLEAN;
    }
    definite += vd_verdict_is_definite(v->kind);
  }
  return definite == 2 ? END_FULL : END_OPEN;
}

static int compare(uint64_t n) {
  VdOptions o;
  VdComparison c;
  VdModule *old = ir_read(old_text), *new = ir_read(new_text);
  vd_options_init(&o);
  o.timeout = 10;
  o.memory = 0;  // the sanitizer's shadow is larger than any limit
  o.jobs = 1;
  VdCompare question = {.old_module = old, .new_module = new, .options = &o};
  vd_alloc_fail_at(n);
  vd_compare(&question, &c);
  vd_alloc_fail_at(0);
  int end = judge(&c);
  vd_comparison_done(&c);
  vd_module_free(old);
  vd_module_free(new);
  return end;
}

// In a process of its own; what it and its workers printed goes to err.
static int end_of(uint64_t n, VdBuf *err) {
  int fd[2], status = 0;
  char text[1000];
  assert_int_equal(pipe(fd), 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fd[1], STDERR_FILENO);
    close(fd[0]);
    close(fd[1]);
    _exit(compare(n));
  }
  close(fd[1]);
  ssize_t got;
  while ((got = read(fd[0], text, sizeof text)) > 0)
    vd_buf_add(err, text, (size_t)got);
  close(fd[0]);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : END_UNCLEAN;
}

static int try_at(uint64_t n) {
  VdBuf err = {0};
  int end = end_of(n, &err);
  bool clean = end == END_FULL || end == END_OPEN ||
               (end == END_MEMORY &&
                strstr(vd_buf_text(&err), "veridiff: out of memory"));
  if (strstr(vd_buf_text(&err), "Sanitizer") ||
      strstr(vd_buf_text(&err), "runtime error"))
    clean = false;
  if (!clean)
    print_error("allocation %llu: ends with %d\n%s\n", (unsigned long long)n,
                end, vd_buf_text(&err));
  assert_true(clean);
  vd_buf_done(&err);
  return end;
}

static void test_no_allocation_that_fails_gives_a_wrong_verdict(void **state) {
  (void)state;
  uint32_t full = 0, open = 0, memory = 0;
  uint64_t last = 1;
  assert_int_equal(try_at(0), END_FULL);
  for (uint64_t n = 1; n < UINT64_C(1) << 20; n *= 2) {
    int end = try_at(n);
    full += end == END_FULL, open += end == END_OPEN;
    memory += end == END_MEMORY;
    if (end != END_FULL) last = n;
  }
  VdRandom r = {7};
  for (int i = 0; i < TRIES; i++) {
    int end = try_at(1 + vd_random_below(&r, 2 * last));
    full += end == END_FULL, open += end == END_OPEN;
    memory += end == END_MEMORY;
  }
  print_message("# %u end without memory, %u with an open pair, %u as ever\n",
                memory, open, full);
  assert_true(memory > 0);
  assert_true(open > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_allocation_that_fails_gives_a_wrong_verdict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
