// What tests of replays share: hand-made cases on snippets of C. Modules have
// signatures and no bodies: a replay does not look at bodies.
#ifndef VD_TEST_NATIVE_H
#define VD_TEST_NATIVE_H

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/c/native.h"
#include "unit.h"

#define HEAP ((1ull << 45) + 16)  // where the first block is
#define SLOT (3ull << 44)         // a local in the model
#define PLACE (1ull << 40)        // anywhere

typedef struct Test {
  VdArena arena;
  VdModule *module[2];
  uint32_t func[2];
  VdCase input;
  VdBuf dir;
  const char *keep_in, *suffix;
  const char *const *flags;
  const char *commands, *cc;
  VdBuf report;
} Test;

static inline void test_init(Test *t) {
  *t = (Test){.suffix = ".c"};
  for (int i = 0; i < 2; i++) t->module[i] = vd_module_new("f.c");
  t->input.old_outcome.status = t->input.new_outcome.status = VD_RUN_OK;
  t->input.native = t->input.reproducer = t->input.difference = "";
  assert_true(vd_tempdir_new(&t->dir));
}

static inline void test_done(Test *t) {
  vd_tempdir_remove(t->dir.at);
  vd_buf_done(&t->dir);
  vd_buf_done(&t->report);
  for (int i = 0; i < 2; i++) vd_module_free(t->module[i]);
  VdOutcome *outcome[] = {&t->input.old_outcome, &t->input.new_outcome};
  for (int i = 0; i < 2; i++) {
    for (uint32_t k = 0; k < outcome[i]->event.len; k++)
      vd_vec_done(&outcome[i]->event.at[k].writes);
    vd_vec_done(&outcome[i]->event);
    vd_vec_done(&outcome[i]->memory);
  }
  vd_vec_done(&t->input.memory);
  vd_vec_done(&t->input.region);
  vd_arena_done(&t->arena);
}

// "bv32 float11.53" as parameters or results.
static inline VdParam *params_of(VdModule *m, const char *sorts, uint32_t *n) {
  VdParam *list = VD_NEW_ARRAY(&m->arena, VdParam, 16);
  *n = 0;
  while (*sorts) {
    size_t len = strcspn(sorts, " ");
    VdSort sort = vd_sort_read(sorts, len);
    assert_true(sort.kind);
    list[(*n)++] = (VdParam){.sort = sort, .name = ""};
    sorts += len + (sorts[len] == ' ');
  }
  return list;
}

static inline uint32_t declare_in(VdModule *m, VdFuncKind kind,
                                  const char *name, const char *params,
                                  const char *results, const char *type) {
  uint32_t index = vd_module_add_func(m, name);
  VdFunc *f = m->func.at[index];
  f->kind = kind;
  f->link = vd_arena_str(&m->arena, name);
  f->type = type;
  f->param = params_of(m, params, &f->params);
  f->result = params_of(m, results, &f->results);
  return index;
}

static inline void declare(Test *t, const char *name, const char *params,
                           const char *results, const char *type) {
  for (int i = 0; i < 2; i++)
    t->func[i] =
        declare_in(t->module[i], VD_FUNC_DEFINED, name, params, results, type);
}

static inline void declare_external(Test *t, const char *name,
                                    const char *params, const char *results) {
  for (int i = 0; i < 2; i++)
    declare_in(t->module[i], VD_FUNC_IMPURE, name, params, results, "");
}

static inline void add_global(Test *t, const char *name, uint64_t addr,
                              uint64_t size) {
  for (int i = 0; i < 2; i++)
    vd_push(&t->module[i]->global, (VdGlobal){.name = name, .size = size});
  vd_push(&t->input.region, (VdRegion){name, addr, size, true, NULL});
}

static inline void set_params(Test *t, uint32_t n, const VdValue *values) {
  t->input.params = n;
  t->input.param = vd_arena_copy(&t->arena, values, n * sizeof *values);
}

#define PARAMS(t, ...)                                  \
  set_params((t), VD_COUNT(((VdValue[]){__VA_ARGS__})), \
             (const VdValue[]){__VA_ARGS__})
#define I32(x) vd_value_bv(32, (uint64_t)(x))
#define I64(x) vd_value_bv(64, (uint64_t)(x))

static inline void add_cell(Test *t, VdCells *cells, uint64_t addr,
                            const void *bytes, uint32_t n) {
  vd_push(cells, (VdCell){addr, n, vd_arena_copy(&t->arena, bytes, n)});
}

// A call with at most one argument and at most one answer in a version's
// script.
static inline VdEvent *add_event(Test *t, VdOutcome *outcome, const char *link,
                                 const VdValue *arg, const VdValue *result) {
  VdEvent event = {
      .link = link, .args = arg != NULL, .results = result != NULL};
  if (arg) event.arg = vd_arena_copy(&t->arena, arg, sizeof *arg);
  if (result) event.result = vd_arena_copy(&t->arena, result, sizeof *result);
  vd_push(&outcome->event, event);
  return &outcome->event.at[outcome->event.len - 1];
}

static inline void write_text(const char *path, const char *text) {
  assert_true(vd_file_write(path, text, strlen(text)));
}

static inline VdNativeStatus run(Test *t, const char *old_code,
                                 const char *new_code) {
  char path[2][300];
  snprintf(path[0], sizeof path[0], "%s/old%s", t->dir.at, t->suffix);
  snprintf(path[1], sizeof path[1], "%s/new%s", t->dir.at, t->suffix);
  write_text(path[0], old_code);
  write_text(path[1], new_code);
  VdCNativeOptions options = {.old_module = t->module[0],
                              .new_module = t->module[1],
                              .old_path = path[0],
                              .new_path = path[1],
                              .flags = t->flags,
                              .commands = t->commands,
                              .cc = t->cc,
                              .seconds = 60};
  VdNative *native = vd_c_native_new(&options);
  VdBudget budget = vd_budget_of(60);
  VdNativeStatus status =
      native->replay(native->context, t->func[0], t->func[1], &t->input,
                     t->keep_in, &budget, &t->report);
  vd_c_native_free(native);
  return status;
}

static inline void expect(Test *t, VdNativeStatus status, const char *old_code,
                          const char *new_code, const char *report) {
  t->report.len = 0;
  VdNativeStatus got = run(t, old_code, new_code);
  assert_string_equal(vd_buf_text(&t->report), report);
  assert_int_equal(got, status);
}

static inline void expect_part(Test *t, VdNativeStatus status,
                               const char *old_code, const char *new_code,
                               const char *part) {
  t->report.len = 0;
  VdNativeStatus got = run(t, old_code, new_code);
  if (!strstr(vd_buf_text(&t->report), part))
    assert_string_equal(vd_buf_text(&t->report), part);
  assert_int_equal(got, status);
}

static inline void be_undefined(Test *t, const char *why) {
  t->input.new_outcome.status = VD_RUN_UNDEFINED;
  t->input.new_outcome.text = why;
}

#endif
