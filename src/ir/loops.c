// Makes loops into tail-recursive functions.
//
// A loop is a cyclic strongly connected component of the blocks, so that it
// does not matter whether it is natural. The outermost loops of a function are
// taken out at once; each becomes a function whose edges to the head are calls
// of itself, and which is taken apart in turn. Cleaning up is left to the end:
// in between, blocks keep the ranks by which loops are named.
#include "ir/loops.h"

#include <stdlib.h>

typedef struct Made {
  uint32_t func, origin;  // origin of the head
} Made;

typedef struct Job {
  uint32_t func;
  VdIds origin;
} Job;

typedef struct Loops {
  VdModule *m;
  VD_VEC(Job) job;
  VD_VEC(Made) made;
} Loops;

// Values of a loop that are used after it are results of its call now.
static void use_results(void *context, uint32_t block, VdRef *refs,
                        uint32_t n) {
  const VdNest *nest = context;
  (void)block;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t id = refs[i].id;
    if (id <= nest->values && nest->to[id]) refs[i].id = nest->to[id];
  }
}

static void outline_all(Loops *loops, VdNest *nest) {
  for (uint32_t i = 0; i < nest->cfg.count; i++) {
    uint32_t head = nest->cfg.order[i], c = nest->component[head];
    if (!nest->cyclic[c] || nest->member[c].at[0] != head) continue;
    Job job = {0};
    job.func = vd_loop_outline(nest, c, &job.origin);
    vd_push(&loops->made, (Made){job.func, job.origin.at[0]});
    vd_push(&loops->job, job);
  }
  for (uint32_t b = 0; b < nest->f->block.len; b++)
    vd_refs_visit(nest->f, b, use_results, nest);
}

static void take_apart(Loops *loops, Job job) {
  VdNest nest;
  if (vd_nest_init(&nest, loops->m, job.func, job.origin))
    outline_all(loops, &nest);
  vd_nest_done(&nest);
}

static int by_origin(const void *x, const void *y) {
  uint32_t a = ((const Made *)x)->origin, b = ((const Made *)y)->origin;
  return a < b ? -1 : a > b;
}

static void name_all(Loops *loops, const VdFunc *root) {
  if (loops->made.len > 1)
    qsort(loops->made.at, loops->made.len, sizeof *loops->made.at, by_origin);
  VdBuf name = {0};
  for (uint32_t i = 0; i < loops->made.len; i++) {
    name.len = 0;
    vd_buf_printf(&name, "%s.loop%u", root->name, i + 1);
    vd_module_name_func(loops->m, loops->made.at[i].func, vd_buf_text(&name));
  }
  vd_buf_done(&name);
}

static void do_function(Loops *loops, uint32_t func) {
  VdFunc *f = loops->m->func.at[func];
  loops->made.len = 0;
  vd_push(&loops->job, (Job){.func = func});
  while (loops->job.len) take_apart(loops, vd_pop(&loops->job));
  if (!loops->made.len) return;
  vd_func_clean(loops->m, f);
  for (uint32_t i = 0; i < loops->made.len; i++)
    vd_func_clean(loops->m, loops->m->func.at[loops->made.at[i].func]);
  name_all(loops, f);
}

void vd_ir_loops(VdModule *m) {
  Loops loops = {.m = m};
  uint32_t n = m->func.len;
  for (uint32_t i = 0; i < n; i++)
    if (m->func.at[i]->block.len) do_function(&loops, i);
  vd_vec_done(&loops.job);
  vd_vec_done(&loops.made);
  vd_debug_verify(m);
}
