// What two runs came to: whether they differ, and how to tell it.
//
// Addresses of locals are no behaviour, and addresses of blocks only up to the
// order of allocation: see runner.c.
#include "check/runner.h"

static bool same_blocks(const VdRunner *r) {
  const VdOneRun *x = &r->run[OLD], *y = &r->run[NEW];
  return x->block.len == y->block.len &&
         (!x->block.len || !memcmp(x->block.at, y->block.at,
                                   x->block.len * sizeof *x->block.at));
}

// Whether two ordinary values differ in a way that counts.
static bool values_differ(const VdRunner *r, const VdValue *x,
                          const VdValue *y) {
  if (vd_value_eq(x, y)) return false;
  if (x->sort.kind != VD_SORT_BV || x->sort.a != 64) return true;
  if (vd_is_stack(x->bits) && vd_is_stack(y->bits)) return false;
  return !(vd_is_heap(x->bits) && vd_is_heap(y->bits) && !same_blocks(r));
}

static bool collect_byte(void *context, uint64_t addr, uint64_t element) {
  VdMap *map = context;
  if (!vd_is_stack(addr)) *vd_map_put(map, addr) = element + 1;
  return true;
}

static uint8_t byte_at(const VdRunner *r, const VdMap *map, uint64_t addr) {
  const uint64_t *slot = vd_map_get(map, addr);
  return slot ? (uint8_t)(*slot - 1) : vd_run_start_byte(r, addr);
}

typedef struct Differ {
  const VdRunner *r;
  const VdMap *map[2];
  bool differ;
} Differ;

static uint64_t word_at(const Differ *d, int side, uint64_t addr) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++)
    word |= (uint64_t)byte_at(d->r, d->map[side], addr + i) << (8 * i);
  return word;
}

// A byte of a pointer to a local or to a block counts only as that pointer.
static bool check_byte(void *context, uint64_t addr, uint64_t element) {
  Differ *d = context;
  (void)element;
  if (vd_is_stack(addr) || d->differ) return !d->differ;
  if (vd_is_heap(addr) && !same_blocks(d->r)) return true;
  if (byte_at(d->r, d->map[OLD], addr) == byte_at(d->r, d->map[NEW], addr))
    return true;
  uint64_t at = addr & ~7ull;
  VdValue x = vd_value_bv(64, word_at(d, OLD, at));
  VdValue y = vd_value_bv(64, word_at(d, NEW, at));
  d->differ = values_differ(d->r, &x, &y);
  return !d->differ;
}

static bool memories_differ(const VdRunner *r, const VdValue *x,
                            const VdValue *y) {
  VdMap map[2] = {{0}, {0}};
  Differ d = {.r = r, .map = {&map[0], &map[1]}};
  vd_array_each(x->array, collect_byte, &map[OLD]);
  vd_array_each(y->array, collect_byte, &map[NEW]);
  vd_array_each(x->array, check_byte, &d);
  if (!d.differ) vd_array_each(y->array, check_byte, &d);
  vd_map_done(&map[0]);
  vd_map_done(&map[1]);
  return d.differ;
}

static bool halted(const VdRunner *r, int s) {
  const VdFunc *f = vd_job_func(r->job, s);
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == VD_ROLE_HALT)
      return r->run[s].result.result[i].bits;
  return false;
}

static int state_result(const VdFunc *f, VdRole role) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == role) return (int)i;
  return -1;
}

static bool result_differs(const VdRunner *r, VdRole role, const VdValue *x,
                           const VdValue *y) {
  if (role == VD_ROLE_HEAP || role == VD_ROLE_HALT) return false;
  if (x->sort.kind == VD_SORT_WORLD) return x->bits != y->bits;
  if (x->sort.kind == VD_SORT_ARRAY) return memories_differ(r, x, y);
  return values_differ(r, x, y);
}

// Results in pairs: ordinary ones by position, states by what they are.
static bool results_differ(const VdRunner *r) {
  const VdFunc *f = vd_job_func(r->job, OLD), *g = vd_job_func(r->job, NEW);
  bool ended = halted(r, OLD);
  if (ended != halted(r, NEW)) return true;
  for (uint32_t i = 0; i < f->results; i++) {
    VdRole role = f->result[i].role;
    int j = role == VD_ROLE_VALUE ? (int)i : state_result(g, role);
    if (j < 0 || (ended && role != VD_ROLE_WORLD)) continue;
    if (result_differs(r, role, &r->run[OLD].result.result[i],
                       &r->run[NEW].result.result[j]))
      return true;
  }
  return false;
}

// Memory or world that one version hands on unchanged by not having it.
static bool state_differs(const VdRunner *r, VdRole role) {
  int i = state_result(vd_job_func(r->job, OLD), role);
  int j = state_result(vd_job_func(r->job, NEW), role);
  if ((i < 0) == (j < 0)) return false;
  int s = i < 0 ? NEW : OLD;
  const VdValue *v = &r->run[s].result.result[i < 0 ? j : i];
  if (role == VD_ROLE_WORLD) return r->run[s].event.len > 0;
  if (halted(r, OLD)) return false;
  return memories_differ(r, v, &r->run[s].memory);
}

bool vd_run_differs(const VdRunner *r) {
  const VdRunResult *x = &r->run[OLD].result, *y = &r->run[NEW].result;
  if (x->status != VD_RUN_OK) return false;
  if (y->status == VD_RUN_UNDEFINED) return true;
  if (y->status != VD_RUN_OK) return false;
  return results_differ(r) || state_differs(r, VD_ROLE_MEM) ||
         state_differs(r, VD_ROLE_WORLD);
}

// --------------------------------------------------------------- outcomes

typedef struct Collect {
  VdRunner *r;
  VdCells *cells;
  VdArena *arena;
} Collect;

static bool add_changed(void *context, uint64_t addr, uint64_t element) {
  Collect *c = context;
  if (vd_is_stack(addr) || element == vd_run_start_byte(c->r, addr))
    return true;
  VdCell *last = c->cells->len ? &c->cells->at[c->cells->len - 1] : NULL;
  if (!last || last->addr + last->len != addr || last->len == 64) {
    vd_push(c->cells,
            (VdCell){.addr = addr, .bytes = vd_arena_alloc(c->arena, 64)});
    last = &c->cells->at[c->cells->len - 1];
  }
  last->bytes[last->len++] = (uint8_t)element;
  return true;
}

static VdValue keep_value(VdArena *arena, const VdValue *v) {
  if (vd_sort_width(v->sort) <= 64) return *v;
  VdValue copy = *v;
  copy.limb = vd_arena_copy(arena, v->limb,
                            ((size_t)vd_sort_width(v->sort) + 63) / 64 * 8);
  return copy;
}

static VdEvent keep_event(VdArena *arena, const VdEvent *event) {
  VdEvent copy = *event;
  copy.arg = VD_NEW_ARRAY(arena, VdValue, event->args + 1);
  copy.result = VD_NEW_ARRAY(arena, VdValue, event->results + 1);
  for (uint32_t i = 0; i < event->args; i++)
    copy.arg[i] = keep_value(arena, &event->arg[i]);
  for (uint32_t i = 0; i < event->results; i++)
    copy.result[i] = keep_value(arena, &event->result[i]);
  return copy;
}

static void fill_outcome(VdRunner *r, int s, VdOutcome *out) {
  VdArena *arena = r->job->arena;
  const VdFunc *f = vd_job_func(r->job, s);
  const VdRunResult *result = &r->run[s].result;
  VdOutcome o = {
      .status = result->status, .text = result->text, .pos = result->pos};
  for (uint32_t i = 0; i < r->run[s].event.len; i++)
    vd_push(&o.event, keep_event(arena, &r->run[s].event.at[i]));
  if (result->status == VD_RUN_OK) {
    o.halted = halted(r, s);
    o.result = VD_NEW_ARRAY(arena, VdValue, f->results + 1);
    for (uint32_t i = 0; i < f->results; i++) {
      const VdValue *v = &result->result[i];
      if (f->result[i].role == VD_ROLE_MEM) {
        Collect c = {r, &o.memory, arena};
        vd_array_each(v->array, add_changed, &c);
      } else if (f->result[i].role == VD_ROLE_VALUE && !o.halted &&
                 v->sort.kind != VD_SORT_ARRAY &&
                 v->sort.kind != VD_SORT_WORLD) {
        o.result[o.results++] = keep_value(arena, v);
      }
    }
  }
  *out = o;
}

// The locals whose addresses a call got.
static void fill_slots(VdOneRun *run, VdMap *seen, VdCase *input) {
  for (uint32_t i = 0; i < run->event.len; i++) {
    const VdEvent *event = &run->event.at[i];
    for (uint32_t k = 0; k < event->args; k++) {
      uint64_t base = vd_slot_base(event->arg[k].bits);
      if (event->arg[k].sort.kind != VD_SORT_BV || event->arg[k].sort.a != 64)
        continue;
      const uint64_t *size = vd_map_get(&run->slot, base);
      if (!size || vd_map_get(seen, base)) continue;
      *vd_map_put(seen, base) = 1;
      vd_push(&input->region, (VdRegion){"a local", base, *size, false});
    }
  }
}

static void fill_regions(VdRunner *r, VdCase *input) {
  VdMap seen = {0};
  input->region.len = 0;
  fill_slots(&r->run[OLD], &seen, input);
  fill_slots(&r->run[NEW], &seen, input);
  for (int s = 0; s < 2; s++) {
    const VdModule *m = r->side[s].module;
    for (uint32_t g = 0; g < m->global.len; g++) {
      uint64_t addr = r->side[s].global_addr[g];
      if (!r->side[s].needed[g] || vd_map_get(&seen, addr)) continue;
      *vd_map_put(&seen, addr) = 1;
      vd_push(&input->region, (VdRegion){m->global.at[g].name, addr,
                                         m->global.at[g].size, true});
    }
  }
  vd_map_done(&seen);
}

void vd_run_fill(VdRunner *r, VdCase *input) {
  VdOutcome old_outcome, new_outcome;
  fill_regions(r, input);
  fill_outcome(r, OLD, &old_outcome);
  fill_outcome(r, NEW, &new_outcome);
  input->old_outcome = old_outcome;
  input->new_outcome = new_outcome;
}
