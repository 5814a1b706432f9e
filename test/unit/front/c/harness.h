// Runs functions of a module on the interpreter with memory laid out by hand,
// and the same functions natively.
#ifndef VD_TEST_FRONT_C_HARNESS_H
#define VD_TEST_FRONT_C_HARNESS_H

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "front/c/c.h"
#include "unit.h"

typedef uint64_t (*NativeFunction)(uint64_t, uint64_t);

typedef struct Harness {
  VdModule *module;
  VdArena arena;
  VdValue mem, world;
  uint64_t next;  // free address
  VdInterp machine;
  uint32_t nesting;
} Harness;

enum { GLOBALS = 0x10000000, FUNCS = 0x20000000, HEAP = 0x40000000 };

static inline uint64_t global_address(void *context, uint32_t i) {
  (void)context;
  return GLOBALS + (uint64_t)i * 0x10000;
}
static inline uint64_t func_address(void *context, uint32_t i) {
  (void)context;
  return FUNCS + (uint64_t)i * 16;
}
static inline uint64_t slot_address(void *context, uint32_t func, uint32_t slot,
                                    uint32_t depth) {
  const Harness *h = context;
  return ((uint64_t)1 << 46) - (((uint64_t)h->nesting * 4096 + depth) << 24) +
         (uint64_t)func * 0x10000 + (uint64_t)slot * 0x400;
}

static inline void poke(Harness *h, uint64_t address, uint64_t word,
                        uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++)
    h->mem =
        vd_array_set(&h->arena, h->mem, address + i, word >> (8 * i) & 0xff);
}

static inline void lay_out_globals(Harness *h) {
  for (uint32_t i = 0; i < h->module->global.len; i++) {
    const VdGlobal *g = &h->module->global.at[i];
    uint64_t base = global_address(h, i);
    for (uint64_t k = 0; k < g->size; k++)
      poke(h, base + k, g->init ? g->init[k] : 0, 1);
    for (uint32_t k = 0; k < g->relocs; k++) {
      uint64_t to = g->reloc[k].function ? func_address(h, g->reloc[k].index)
                                         : global_address(h, g->reloc[k].index);
      poke(h, base + g->reloc[k].offset, to + (uint64_t)g->reloc[k].addend, 8);
    }
  }
}

static inline bool run_external(void *context, const VdFunc *f,
                                const VdValue *args, VdValue *results);

static inline void harness_start(Harness *h, VdModule *module) {
  memset(h, 0, sizeof *h);
  h->module = module;
  h->mem = vd_array_new(&h->arena, vd_sort_mem(), (VdFill){.constant = 0xcd});
  h->world = (VdValue){.sort = vd_sort_world(), .bits = 1};
  h->next = HEAP;
  h->machine = (VdInterp){.module = module,
                          .arena = &h->arena,
                          .max_steps = 1000000,
                          .max_depth = 10000,
                          .global_address = global_address,
                          .func_address = func_address,
                          .slot_address = slot_address,
                          .external = run_external,
                          .context = h};
  lay_out_globals(h);
}

static inline void harness_done(Harness *h) {
  vd_arena_done(&h->arena);
}

// Runs a function on values; state is the harness's and is kept.
static inline void harness_run(Harness *h, uint32_t func, const VdValue *values,
                               VdRunResult *out) {
  const VdFunc *f = h->module->func.at[func];
  VdValue *args = VD_NEW_ARRAY(&h->arena, VdValue, f->params + 1);
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->params; i++)
    args[i] = f->param[i].role == VD_ROLE_VALUE ? values[next++]
              : f->param[i].role == VD_ROLE_MEM ? h->mem
                                                : h->world;
  h->nesting++;
  vd_ir_run(&h->machine, func, args, out);
  h->nesting--;
  if (out->status != VD_RUN_OK) return;
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == VD_ROLE_MEM) h->mem = out->result[i];
}

static inline double double_of(VdValue v) {
  double x;
  memcpy(&x, &v.bits, sizeof x);
  return x;
}

// A call through a pointer: runs what is at the address.
static inline bool run_pointer(Harness *h, const VdFunc *f, const VdValue *args,
                               VdValue *results) {
  uint32_t func = (uint32_t)((args[0].bits - FUNCS) / 16);
  if (func >= h->module->func.len) return false;
  for (uint32_t i = 0; i < f->params; i++)
    if (f->param[i].role == VD_ROLE_MEM) h->mem = args[i];
  VdRunResult out;
  harness_run(h, func, args + 1, &out);
  if (out.status != VD_RUN_OK) return false;
  for (uint32_t i = 0; i < f->results; i++)
    results[i] = f->result[i].role == VD_ROLE_VALUE ? out.result[i]
                 : f->result[i].role == VD_ROLE_MEM ? h->mem
                                                    : h->world;
  return true;
}

static inline uint64_t string_length(VdValue mem, uint64_t address) {
  uint64_t n = 0;
  while (vd_array_get(mem.array, address + n)) n++;
  return n;
}

static inline uint64_t compare_bytes(VdValue mem, uint64_t x, uint64_t y,
                                     uint64_t n) {
  for (; n; n--, x++, y++)
    if (vd_array_get(mem.array, x) != vd_array_get(mem.array, y)) return 1;
  return 0;
}

static inline bool run_external(void *context, const VdFunc *f,
                                const VdValue *args, VdValue *results) {
  Harness *h = context;
  if (!strncmp(f->name, "pointer:", 8)) return run_pointer(h, f, args, results);
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role != VD_ROLE_VALUE) results[i] = h->world;
  if (!strcmp(f->link, "malloc") || !strcmp(f->link, "alloca")) {
    results[0] = vd_value_bv(64, h->next);
    h->next += (args[0].bits + 31) / 16 * 16;
    return true;
  }
  if (!strcmp(f->link, "free")) {
    results[0] = args[1];
    results[1] = args[2];
    return true;
  }
  if (!strcmp(f->link, "sin")) {
    results[0] = vd_value_double(sin(double_of(args[0])));
    return true;
  }
  if (!strcmp(f->link, "pow")) {
    results[0] = vd_value_double(pow(double_of(args[0]), double_of(args[1])));
    return true;
  }
  if (!strcmp(f->link, "strlen")) {
    results[0] = vd_value_bv(64, string_length(args[1], args[0].bits));
    return true;
  }
  if (!strcmp(f->link, "memcmp")) {
    results[0] = vd_value_bv(
        32, compare_bytes(args[3], args[0].bits, args[1].bits, args[2].bits));
    return true;
  }
  return false;
}

// ------------------------------------------------------------------- files
typedef struct Folder {
  VdBuf path;
} Folder;

static inline void folder_init(Folder *f) {
  memset(f, 0, sizeof *f);
  assert_true(vd_tempdir_new(&f->path));
}
static inline void folder_done(Folder *f) {
  vd_tempdir_remove(vd_buf_text(&f->path));
  vd_buf_done(&f->path);
}
static inline const char *folder_file(Folder *f, VdArena *arena,
                                      const char *name) {
  return vd_arena_printf(arena, "%s/%s", vd_buf_text(&f->path), name);
}
static inline const char *folder_put(Folder *f, VdArena *arena,
                                     const char *name, const char *text) {
  const char *path = folder_file(f, arena, name);
  assert_true(vd_file_write(path, text, strlen(text)));
  return path;
}

static inline void run_program(const char *const argv[]) {
  VdRun run = {0};
  vd_run(argv, NULL, NULL, &run);
  if (run.status != 0) fail_msg("%s: %s", argv[0], vd_buf_text(&run.err));
  vd_run_done(&run);
}

// Reads one file that must be good, and checks the module.
static inline VdModule *read_with(const char *path, const char *const *flags) {
  VdModule *module;
  VdDiags diags = {0};
  VdBuf text = {0};
  VdArena arena = {0};
  vd_c_read(&path, 1, &(VdCOptions){.flags = flags, .seconds = 120}, &module,
            &diags);
  vd_diags_print(&diags, &text);
  assert_string_equal(vd_buf_text(&text), "");
  assert_non_null(module);
  const char *wrong = vd_ir_verify(module, &arena);
  if (wrong) fail_msg("%s", wrong);
  vd_arena_done(&arena);
  vd_buf_done(&text);
  vd_diags_done(&diags);
  return module;
}
static inline VdModule *read_good(const char *path) {
  return read_with(path, NULL);
}

#endif
