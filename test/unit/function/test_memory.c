// The n-th allocation of a comparison fails, in the process that compares or in
// one of its workers: it ends as it should, and no verdict is wrong.
#include <sys/wait.h>
#include <unistd.h>

#include "../ir/ir_test.h"
#include "function/function.h"

// How the process that compares ends: `full` if all verdicts are definite.
enum { END_FULL = 50, END_OPEN, END_WRONG, END_UNCLEAN, END_MEMORY = 2 };

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

// A loop that induction is needed for.
#define COUNT(first, last)          \
  "vir 1\n"                         \
  "func @f(bv8 \"n\") -> (bv8) {\n" \
  "b0(%1: bv8):\n"                  \
  "  %2: bv8 = const 0\n"           \
  "  %3: bv8 = const " first        \
  "\n"                              \
  "  jump b1(%2, %3)\n"             \
  "b1(%4: bv8, %5: bv8):\n"         \
  "  %6: bool = bvult %4, %1\n"     \
  "  br %6, b2, b3\n"               \
  "b2:\n"                           \
  "  %7: bv8 = const 1\n"           \
  "  %8: bv8 = bvadd %4, %7\n"      \
  "  %9: bv8 = bvadd %5, %4\n"      \
  "  jump b1(%8, %9)\n"             \
  "b3:\n"                           \
  "  %10: bv8 = const " last        \
  "\n"                              \
  "  %11: bv8 = bvadd %5, %10\n"    \
  "  return %11\n"                  \
  "}\n"
static const char old_loop[] = COUNT("0", "0");
static const char new_loop[] = COUNT("3", "253");

static int judge(const VdComparison *c) {
  uint32_t definite = 0, pairs = 0;
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
    pairs++;
    definite += vd_verdict_is_definite(v->kind);
  }
  return definite == pairs ? END_FULL : END_OPEN;
}

static int compare(const char *const text[2], uint64_t n) {
  VdOptions o;
  VdComparison c;
  VdModule *old = ir_read(text[0]), *new = ir_read(text[1]);
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
static int end_of(const char *const text[2], uint64_t n, VdBuf *err) {
  int fd[2], status = 0;
  char line[1000];
  assert_int_equal(pipe(fd), 0);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fd[1], STDERR_FILENO);
    close(fd[0]);
    close(fd[1]);
    _exit(compare(text, n));
  }
  close(fd[1]);
  ssize_t got;
  while ((got = read(fd[0], line, sizeof line)) > 0)
    vd_buf_add(err, line, (size_t)got);
  close(fd[0]);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : END_UNCLEAN;
}

static int try_at(const char *const text[2], uint64_t n) {
  VdBuf err = {0};
  int end = end_of(text, n, &err);
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

typedef struct Tally {
  uint32_t full, open, memory;
} Tally;

static bool count(Tally *t, int end) {
  t->full += end == END_FULL;
  t->open += end == END_OPEN;
  t->memory += end == END_MEMORY;
  return end != END_FULL;
}

// The 1st, 2nd, 4th... and so many at random, up to where all is as ever.
static void try_all(const char *const text[2], uint32_t tries) {
  Tally t = {0};
  VdRandom r = {7};
  uint64_t last = 1;
  assert_int_equal(try_at(text, 0), END_FULL);
  for (uint64_t n = 1; n < UINT64_C(1) << 18; n *= 2)
    if (count(&t, try_at(text, n))) last = n;
  for (uint32_t i = 0; i < tries; i++)
    count(&t, try_at(text, 1 + vd_random_below(&r, 2 * last)));
  print_message("# %u end without memory, %u with an open pair, %u as ever\n",
                t.memory, t.open, t.full);
  assert_true(t.memory > 0);
  assert_true(t.open > 0);
}

static void test_of_straight_code(void **state) {
  (void)state;
  try_all((const char *const[]){old_text, new_text}, 14);
}

static void test_of_a_loop(void **state) {
  (void)state;
  try_all((const char *const[]){old_loop, new_loop}, 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_of_straight_code),
      cmocka_unit_test(test_of_a_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
