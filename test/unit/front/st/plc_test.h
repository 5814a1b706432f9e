// Runs a POU cycle by cycle on the interpreter, with tables of what goes in and
// what must come out.
#ifndef VD_TEST_PLC_H
#define VD_TEST_PLC_H

#include <stdlib.h>
#include <strings.h>

#include "front/st/st.h"
#include "run/cycle.h"
#include "unit.h"

typedef struct Plc {
  VdDiags diags;
  VdModule *module;
  const VdPlc *plc;
  const VdMachine *pou;
  VdCycles *cycles;
  VdArena arena;
  uint64_t elapsed;
} Plc;

static inline void plc_print(const VdDiags *diags) {
  VdBuf buf = {0};
  vd_diags_print(diags, &buf);
  if (buf.len) print_error("%s", buf.at);
  vd_buf_done(&buf);
}

static inline const VdMachine *plc_pou(const Plc *p, const char *name) {
  uint32_t i = vd_machine_find(&p->plc->all, name);
  if (i == VD_NONE) fail_msg("no POU %s", name);
  return &p->plc->all.machine[i];
}

static inline uint32_t plc_var(const Plc *p, const char *name) {
  uint32_t i = vd_machine_find_var(p->pou, name);
  if (i == VD_NONE) fail_msg("no variable %s", name);
  return i;
}

static inline void plc_restart(Plc *p) {
  vd_cycles_restart(p->cycles);
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
  if (p->pou->kind != VD_MACHINE_FUNCTION)
    p->cycles =
        vd_cycles_new(&p->plc->all, (uint32_t)(p->pou - p->plc->all.machine));
}

static inline void plc_done(Plc *p) {
  vd_cycles_free(p->cycles);
  vd_module_free(p->module);
  vd_diags_done(&p->diags);
  vd_arena_done(&p->arena);
}

static inline void plc_set(Plc *p, const char *name, int64_t number) {
  if (!strcasecmp(name, "elapsed")) {
    p->elapsed = (uint64_t)number;
    return;
  }
  const VdMachineVar *var = &p->pou->var[plc_var(p, name)];
  VdSort sort = vd_elem_sort(var->elem);
  VdValue value = {.sort = sort};
  if (sort.kind == VD_SORT_BOOL) value = vd_value_bool(number);
  if (sort.kind == VD_SORT_BV) value = vd_value_bv(sort.a, (uint64_t)number);
  if (var->elem == VD_ELEM_REAL) value = vd_value_float((float)number);
  if (var->elem == VD_ELEM_LREAL) value = vd_value_double((double)number);
  vd_cycles_set(p->cycles, plc_var(p, name), value);
}

static inline int64_t plc_get(const Plc *p, const char *name) {
  if (!strcasecmp(name, "fault")) return vd_cycles_has_fault(p->cycles);
  uint32_t i = plc_var(p, name);
  VdValue now = vd_cycles_get(p->cycles, i), *value = &now;
  VdScalarClass class = vd_elem_class(p->pou->var[i].elem);
  if (class == VD_SCALAR_REAL) return (int64_t)vd_elem_real(*value);
  bool is_signed = class == VD_SCALAR_SIGNED || class == VD_SCALAR_TIME;
  if (!is_signed) return (int64_t)value->bits;
  uint32_t up = 64 - value->sort.a;
  return (int64_t)(value->bits << up) >> up;
}

static inline void plc_step(Plc *p) {
  VdPos pos;
  VdCycleStatus status = vd_cycles_step(p->cycles, (uint16_t)p->elapsed);
  if (status == VD_CYCLE_FAILED)
    fail_msg("run: %s", vd_cycles_why(p->cycles, &pos));
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
