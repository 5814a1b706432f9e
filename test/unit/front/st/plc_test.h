// Runs a POU cycle by cycle on the interpreter, with tables of what goes in and
// what must come out.
#ifndef VD_TEST_PLC_H
#define VD_TEST_PLC_H

#include <stdlib.h>
#include <strings.h>

#include "front/st/st.h"
#include "unit.h"

typedef struct Plc {
  VdDiags diags;
  VdModule *module;
  const VdPlc *plc;
  const VdPlcPou *pou;
  VdArena arena;
  VdValue *value;  // of each variable
  uint64_t elapsed;
  bool fault;
} Plc;

static inline void plc_print(const VdDiags *diags) {
  VdBuf buf = {0};
  vd_diags_print(diags, &buf);
  if (buf.len) print_error("%s", buf.at);
  vd_buf_done(&buf);
}

static inline const VdPlcPou *plc_pou(const Plc *p, const char *name) {
  for (uint32_t i = 0; i < p->plc->pous; i++)
    if (!strcasecmp(p->plc->pou[i].name, name)) return &p->plc->pou[i];
  fail_msg("no POU %s", name);
  return NULL;
}

static inline uint32_t plc_var(const Plc *p, const char *name) {
  for (uint32_t i = 0; i < p->pou->vars; i++)
    if (!strcasecmp(p->pou->var[i].name, name)) return i;
  fail_msg("no variable %s", name);
  return 0;
}

static inline void plc_restart(Plc *p) {
  for (uint32_t i = 0; i < p->pou->vars; i++) p->value[i] = p->pou->var[i].init;
  p->fault = false;
}

static inline void plc_load(Plc *p, const char *text, const char *pou,
                            uint64_t cycle) {
  VdStOptions options = {.cycle = cycle};
  *p = (Plc){0};
  p->module = vd_st_read_text(text, strlen(text), "test.st", &options,
                              &p->diags, &p->plc);
  plc_print(&p->diags);
  assert_non_null(p->module);
  const char *wrong = vd_ir_verify(p->module, &p->arena);
  if (wrong) print_error("%s\n", wrong);
  assert_null(wrong);
  p->pou = plc_pou(p, pou);
  p->value = VD_NEW_ARRAY(&p->arena, VdValue, p->pou->vars + 1);
  plc_restart(p);
}

static inline void plc_done(Plc *p) {
  vd_module_free(p->module);
  vd_diags_done(&p->diags);
  vd_arena_done(&p->arena);
}

static inline void plc_set(Plc *p, const char *name, int64_t number) {
  if (!strcasecmp(name, "elapsed")) {
    p->elapsed = (uint64_t)number;
    return;
  }
  const VdPlcVar *var = &p->pou->var[plc_var(p, name)];
  VdSort sort = vd_plc_sort(var->elem);
  VdValue value = {.sort = sort};
  if (sort.kind == VD_SORT_BOOL) value = vd_value_bool(number);
  if (sort.kind == VD_SORT_BV) value = vd_value_bv(sort.a, (uint64_t)number);
  if (var->elem == VD_PLC_REAL) value = vd_value_float((float)number);
  if (var->elem == VD_PLC_LREAL) value = vd_value_double((double)number);
  p->value[plc_var(p, name)] = value;
}

static inline double plc_real(const VdValue *value) {
  double x;
  float y;
  uint32_t bits = (uint32_t)value->bits;
  memcpy(&x, &value->bits, sizeof x);
  memcpy(&y, &bits, sizeof y);
  return value->sort.a == 8 ? (double)y : x;
}

static inline int64_t plc_get(const Plc *p, const char *name) {
  if (!strcasecmp(name, "fault")) return p->fault;
  uint32_t i = plc_var(p, name);
  const VdValue *value = &p->value[i];
  VdPlcClass class = vd_plc_class(p->pou->var[i].elem);
  if (class == VD_PLC_CLASS_REAL) return (int64_t)plc_real(value);
  bool is_signed = class == VD_PLC_CLASS_SIGNED || class == VD_PLC_CLASS_TIME;
  if (!is_signed) return (int64_t)value->bits;
  uint32_t up = 64 - value->sort.a;
  return (int64_t)(value->bits << up) >> up;
}

// As C's library has them; what tests need.
static inline bool plc_external(void *context, const VdFunc *f,
                                const VdValue *args, VdValue *results) {
  (void)context, (void)args;
  if (strcmp(f->link, "powf")) return false;
  results[0] = vd_value_float(8);
  return true;
}

static inline void plc_step(Plc *p) {
  const VdPlcPou *pou = p->pou;
  const VdFunc *f = p->module->func.at[pou->func];
  VdMachine machine = {.module = p->module,
                       .arena = &p->arena,
                       .max_steps = 1000000,
                       .max_depth = 100,
                       .external = plc_external};
  VdValue *arg = VD_NEW_ARRAY(&p->arena, VdValue, f->params + 1);
  VdRunResult out;
  for (uint32_t i = 0; i < pou->vars; i++)
    if (pou->var[i].param != VD_PLC_NONE) arg[pou->var[i].param] = p->value[i];
  if (pou->elapsed_param != VD_PLC_NONE)
    arg[pou->elapsed_param] = vd_value_bv(16, p->elapsed);
  if (pou->fault_param != VD_PLC_NONE)
    arg[pou->fault_param] = vd_value_bool(p->fault);
  vd_ir_run(&machine, pou->func, arg, &out);
  if (out.status != VD_RUN_OK)
    print_error("run: %s\n", out.text ? out.text : "");
  assert_int_equal(out.status, VD_RUN_OK);
  for (uint32_t i = 0; i < pou->vars; i++)
    if (pou->var[i].result != VD_PLC_NONE)
      p->value[i] = out.result[pou->var[i].result];
  if (pou->fault_result != VD_PLC_NONE)
    p->fault = out.result[pou->fault_result].bits;
}

enum { PLC_COLUMNS = 16 };

// The names of a heading "a b > c d"; the number of those before the '>'.
static inline uint32_t plc_heading(VdArena *arena, const char *heading,
                                   char **name, uint32_t *inputs) {
  uint32_t n = 0;
  char *save = NULL, *text = vd_arena_str(arena, heading);
  for (char *word = strtok_r(text, " ", &save); word;
       word = strtok_r(NULL, " ", &save)) {
    assert_true(n < PLC_COLUMNS);
    if (!strcmp(word, ">"))
      *inputs = n;
    else
      name[n++] = word;
  }
  return n;
}

// Every row is a cycle: numbers for the inputs, then those that are expected.
static inline void plc_table(Plc *p, const char *heading,
                             const char *const *row, uint32_t rows) {
  char *name[PLC_COLUMNS];
  uint32_t inputs = 0;
  uint32_t n = plc_heading(&p->arena, heading, name, &inputs);
  for (uint32_t r = 0; r < rows; r++) {
    int64_t number[PLC_COLUMNS];
    const char *at = row[r];
    for (uint32_t i = 0; i < n; i++) {
      char *end;
      at += strspn(at, " >");
      number[i] = strtoll(at, &end, 0);
      assert_ptr_not_equal(at, end);
      at = end;
    }
    for (uint32_t i = 0; i < inputs; i++) plc_set(p, name[i], number[i]);
    plc_step(p);
    for (uint32_t i = inputs; i < n; i++) {
      if (plc_get(p, name[i]) == number[i]) continue;
      print_error("row %u '%s': %s is %lld\n", r + 1, row[r], name[i],
                  (long long)plc_get(p, name[i]));
      fail();
    }
  }
}
#define PLC_TABLE(p, heading, ...)                           \
  do {                                                       \
    const char *const plc_rows[] = {__VA_ARGS__};            \
    plc_table((p), (heading), plc_rows, VD_COUNT(plc_rows)); \
  } while (0)

#endif
