// What two runs came to: whether they differ, and how to tell it.
//
// Addresses of locals are no behaviour. Allocated blocks count by what leads to
// them: two pointers to blocks are alike if their offsets are, if each block
// always meets the same other one, and if what is in the two is alike. So the
// order of allocation does not count, nor what nothing leads to.
#include "base/limit.h"
#include "run/runner.h"

typedef struct Match {
  const VdRunner *r;
  VdMap byte[2];          // address to byte + 1 at the end, locals aside
  VdMap partner[2];       // block + 1 of the other run, by block
  VD_VEC(uint64_t) todo;  // pairs of blocks to look into: old << 32 | new
  uint64_t apart;         // the first word that differs outside of blocks, or 0
} Match;

static int result_with(const VdFunc *f, VdRole role) {
  for (uint32_t i = 0; i < f->results; i++)
    if (f->result[i].role == role) return (int)i;
  return -1;
}

// A state at the end; one that the function does not hand back is as it was.
static VdValue final_state(const VdRunner *r, int side, VdRole role) {
  int i = result_with(vd_sides_func(r->sides, side), role);
  if (i >= 0) return r->run[side].result.result[i];
  if (role == VD_ROLE_MEM) return r->run[side].memory;
  return (VdValue){.sort = vd_sort_world(), .bits = 1};
}

static bool has_halted(const VdRunner *r, int side) {
  int i = result_with(vd_sides_func(r->sides, side), VD_ROLE_HALT);
  return i >= 0 && r->run[side].result.result[i].bits;
}

VdValue vd_runner_memory(const VdRunner *r, int side) {
  const VdOneRun *run = &r->run[side];
  if (run->result.status != VD_RUN_OK) return run->memory;
  return final_state(r, side, VD_ROLE_MEM);
}

// ---------------------------------------------------------------- matching

static bool collect_byte(void *context, uint64_t addr, uint64_t element) {
  if (!vd_is_stack(addr)) *vd_map_put(context, addr) = element + 1;
  return true;
}

static uint8_t byte_at(const Match *m, int side, uint64_t addr) {
  const uint64_t *slot = vd_map_get(&m->byte[side], addr);
  return slot ? (uint8_t)(*slot - 1)
              : vd_run_start_byte(&m->r->run[side], addr);
}

static uint64_t word_at(const Match *m, int side, uint64_t addr) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++)
    word |= (uint64_t)byte_at(m, side, addr + i) << (8 * i);
  return word;
}

static bool blocks_match(Match *m, uint64_t x, uint64_t y) {
  uint32_t a = vd_run_block(&m->r->run[OLD], x);
  uint32_t b = vd_run_block(&m->r->run[NEW], y);
  if (a == UINT32_MAX || b == UINT32_MAX) return a == b;
  if (x - m->r->run[OLD].block.at[a].addr !=
      y - m->r->run[NEW].block.at[b].addr)
    return false;
  uint64_t *to = vd_map_put(&m->partner[OLD], a);
  if (*to) return *to == (uint64_t)b + 1;
  *to = (uint64_t)b + 1;
  uint64_t *from = vd_map_put(&m->partner[NEW], b);
  if (*from) return false;  // it has met another one
  *from = (uint64_t)a + 1;
  vd_push(&m->todo, (uint64_t)a << 32 | b);
  return true;
}

static bool words_match(Match *m, uint64_t x, uint64_t y) {
  if (vd_is_heap(x) && vd_is_heap(y)) return blocks_match(m, x, y);
  return x == y || (vd_is_stack(x) && vd_is_stack(y));
}

static bool values_match(Match *m, const VdValue *x, const VdValue *y) {
  if (x->sort.kind == VD_SORT_BV && x->sort.a == 64)
    return words_match(m, x->bits, y->bits);
  return vd_value_eq(x, y);
}

typedef struct Walk {
  Match *m;
  bool alike;
} Walk;

static bool is_changed(const Match *m, int side, uint64_t addr) {
  return byte_at(m, side, addr) != vd_run_start_byte(&m->r->run[side], addr);
}

// A changed byte counts as part of its word, which may be a pointer. Words that
// are the same numbers on both sides are looked at too: they may be pointers.
static bool check_byte(void *context, uint64_t addr, uint64_t element) {
  Walk *w = context;
  uint64_t at = addr & ~7ull;
  (void)element;
  if (vd_is_stack(addr) || vd_is_heap(addr)) return true;
  if (vd_run_is_hidden(w->m->r, addr)) return true;
  if (!is_changed(w->m, OLD, addr) && !is_changed(w->m, NEW, addr)) return true;
  uint64_t x = word_at(w->m, OLD, at), y = word_at(w->m, NEW, at);
  w->alike = words_match(w->m, x, y);
  if (!w->alike) w->m->apart = at;
  return w->alike;
}

static bool block_contents_match(Match *m, uint32_t a, uint32_t b) {
  const VdHeapBlock *x = &m->r->run[OLD].block.at[a];
  const VdHeapBlock *y = &m->r->run[NEW].block.at[b];
  uint64_t size = x->size > y->size ? x->size : y->size;
  if (size > vd_limit->run_block) size = vd_limit->run_block;
  for (uint64_t at = 0; at < size; at += 8)
    if (!words_match(m, word_at(m, OLD, x->addr + at),
                     word_at(m, NEW, y->addr + at)))
      return false;
  return true;
}

static bool memories_match(Match *m) {
  VdValue mem[2];
  Walk w = {m, true};
  for (int k = 0; k < 2; k++) mem[k] = final_state(m->r, k, VD_ROLE_MEM);
  for (int k = 0; k < 2; k++)
    vd_array_each(mem[k].array, collect_byte, &m->byte[k]);
  for (int k = 0; k < 2 && w.alike; k++)
    vd_array_each(mem[k].array, check_byte, &w);
  while (w.alike && m->todo.len) {
    uint64_t pair = vd_pop(&m->todo);
    w.alike = block_contents_match(m, (uint32_t)(pair >> 32), (uint32_t)pair);
  }
  return w.alike;
}

static bool results_match(Match *m) {
  const VdFunc *f = vd_sides_func(m->r->sides, OLD);
  const VdFunc *g = vd_sides_func(m->r->sides, NEW);
  for (uint32_t i = 0, k = 0; i < f->results; i++) {
    if (f->result[i].role != VD_ROLE_VALUE) continue;
    while (k < g->results && g->result[k].role != VD_ROLE_VALUE) k++;
    if (k == g->results || !values_match(m, &m->r->run[OLD].result.result[i],
                                         &m->r->run[NEW].result.result[k++]))
      return false;
  }
  return true;
}

static void match_done(Match *m) {
  for (int k = 0; k < 2; k++) {
    vd_map_done(&m->byte[k]);
    vd_map_done(&m->partner[k]);
  }
  vd_vec_done(&m->todo);
}

static bool states_match(const VdRunner *r) {
  Match m = {.r = r};
  bool alike = results_match(&m) && memories_match(&m);
  match_done(&m);
  return alike;
}

bool vd_runner_differing_byte(const VdRunner *r, uint64_t *addr) {
  Match m = {.r = r};
  bool differs = !memories_match(&m) && m.apart;
  *addr = m.apart;
  while (differs && byte_at(&m, OLD, *addr) == byte_at(&m, NEW, *addr)) ++*addr;
  match_done(&m);
  return differs;
}

// How far a run came. A version that stays in a loop for ever makes no call
// more; of one that was stopped nothing is known but what it did so far. Where
// the new version is undefined and the old one goes on to another call, they
// differ: what comes before that call is defined.
typedef enum Way { STOPPED, UNDEFINED, ENDLESS, ENDED } Way;

static Way way_of(const VdRunner *r, int side, uint32_t *events) {
  const VdOneRun *run = &r->run[side];
  *events = run->event.len;
  if (run->result.status == VD_RUN_ENDLESS) return ENDLESS;
  if (run->result.status == VD_RUN_UNDEFINED) return UNDEFINED;
  if (run->result.status != VD_RUN_OK) return STOPPED;
  bool stays = has_halted(r, side) && run->event.len &&
               !strcmp(run->event.at[run->event.len - 1].link, VD_ENDLESS);
  if (stays) --*events;
  return stays ? ENDLESS : ENDED;
}

// The first call to the outside that only one version makes, or that both make
// in another way; UINT32_MAX if there is none as far as is known.
static uint32_t first_apart(const VdRunner *r) {
  uint32_t n[2];
  Way way[2];
  for (int k = 0; k < 2; k++) way[k] = way_of(r, k, &n[k]);
  uint32_t least = n[OLD] < n[NEW] ? n[OLD] : n[NEW];
  for (uint32_t i = 0; i < least; i++)
    if (r->run[OLD].world.at[i] != r->run[NEW].world.at[i]) return i;
  int shorter = n[NEW] < n[OLD] ? NEW : OLD;
  return n[OLD] != n[NEW] && way[shorter] != STOPPED ? least : UINT32_MAX;
}

bool vd_runner_calls_differ(const VdRunner *r) {
  return first_apart(r) != UINT32_MAX;
}

// Of two runs of which one did not end.
static bool runs_differ(const VdRunner *r) {
  uint32_t n;
  if (first_apart(r) != UINT32_MAX) return true;
  Way x = way_of(r, OLD, &n), y = way_of(r, NEW, &n);
  return x != STOPPED && y != STOPPED && x != y;
}

bool vd_run_differs(const VdRunner *r) {
  VdRunStatus x = r->run[OLD].result.status, y = r->run[NEW].result.status;
  if (x == VD_RUN_FAILED || x == VD_RUN_UNDEFINED || y == VD_RUN_FAILED)
    return false;
  if (y == VD_RUN_UNDEFINED && x != VD_RUN_LIMIT) return true;
  if (x != VD_RUN_OK || y != VD_RUN_OK) return runs_differ(r);
  bool ended = has_halted(r, OLD);
  if (ended != has_halted(r, NEW)) return true;
  if (final_state(r, OLD, VD_ROLE_WORLD).bits !=
      final_state(r, NEW, VD_ROLE_WORLD).bits)
    return true;
  return !ended && !states_match(r);
}

// --------------------------------------------------------------- outcomes

typedef struct Collect {
  const VdOneRun *run;
  VdCells *cells;
  VdArena *arena;
} Collect;

static bool add_changed(void *context, uint64_t addr, uint64_t element) {
  Collect *c = context;
  if (vd_is_stack(addr) || element == vd_run_start_byte(c->run, addr))
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
  VdArena *arena = r->sides->arena;
  const VdFunc *f = vd_sides_func(r->sides, s);
  const VdRunResult *result = &r->run[s].result;
  VdOutcome o = {.status = result->status,
                 .fault = r->run[s].fault,
                 .unset = result->unset,
                 .pos = result->pos};
  // It may be in the run's own arena.
  if (result->text) o.text = vd_arena_str(arena, result->text);
  // Of runs that go on and on, what tells them apart.
  uint32_t n, apart = UINT32_MAX;
  Way way = way_of(r, s, &n);
  if (r->run[OLD].result.status == VD_RUN_LIMIT ||
      r->run[NEW].result.status == VD_RUN_LIMIT)
    apart = first_apart(r);
  for (uint32_t i = 0; i < n && (apart == UINT32_MAX || i <= apart); i++)
    vd_push(&o.event, keep_event(arena, &r->run[s].event.at[i]));
  if (way == ENDLESS) o.status = VD_RUN_ENDLESS;
  if (o.event.len < n) o.status = VD_RUN_LIMIT;
  if (result->status == VD_RUN_OK && o.status != VD_RUN_LIMIT) {
    o.halted = way == ENDED && has_halted(r, s);
    o.result = VD_NEW_ARRAY(arena, VdValue, f->results + 1);
    for (uint32_t i = 0; i < f->results; i++) {
      const VdValue *v = &result->result[i];
      if (f->result[i].role == VD_ROLE_MEM) {
        Collect c = {&r->run[s], &o.memory, arena};
        vd_array_each(v->array, add_changed, &c);
      } else if (f->result[i].role == VD_ROLE_VALUE && way == ENDED &&
                 !o.halted && v->sort.kind != VD_SORT_ARRAY &&
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
      vd_push(&input->region,
              (VdRegion){.name = "a local", .addr = base, .size = *size});
    }
  }
}

// Clang's name for a string literal says nothing to people.
static const char *literal_of(const VdGlobal *g) {
  if (g->name[0] != '.' || !g->constant || g->external || !g->size) return NULL;
  if (!g->init) return g->size == 1 ? "" : NULL;
  for (uint64_t i = 0; i + 1 < g->size; i++)
    if (!g->init[i] || g->init[i] >= 0x7f) return NULL;
  return g->init[g->size - 1] ? NULL : (const char *)g->init;
}

typedef struct Words {
  uint64_t wanted;
  bool found;
} Words;

static void look_in(Words *w, const VdCells *cells) {
  for (uint32_t i = 0; i < cells->len; i++) {
    const VdCell *cell = &cells->at[i];
    for (uint32_t k = -cell->addr & 7; k + 8 <= cell->len; k += 8)
      w->found |= !memcmp(cell->bytes + k, &w->wanted, 8);
  }
}

static void look_at(Words *w, const VdValue *value, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    w->found |= value[i].sort.kind == VD_SORT_BV && value[i].sort.a == 64 &&
                value[i].bits == w->wanted;
}

static void look_at_outcome(Words *w, const VdOutcome *o) {
  look_at(w, o->result, o->results);
  look_in(w, &o->memory);
  for (uint32_t i = 0; i < o->event.len; i++) {
    look_at(w, o->event.at[i].arg, o->event.at[i].args);
    look_at(w, o->event.at[i].result, o->event.at[i].results);
    look_in(w, &o->event.at[i].writes);
  }
}

bool vd_case_has_word(const VdCase *c, uint64_t word) {
  Words w = {.wanted = word};
  look_at(&w, c->param, c->params);
  look_in(&w, &c->memory);
  look_at_outcome(&w, &c->old_outcome);
  look_at_outcome(&w, &c->new_outcome);
  return w.found;
}

// Functions whose addresses are in the input or in what came of it.
static void fill_functions(VdRunner *r, VdMap *seen, VdCase *input) {
  for (int s = 0; s < 2; s++) {
    const VdModule *m = r->side[s].module;
    for (uint32_t f = 0; f < m->func.len; f++) {
      uint64_t addr = r->side[s].func_addr[f];
      if (!addr || m->func.at[f]->loop || vd_map_get(seen, addr) ||
          !vd_case_has_word(input, addr))
        continue;
      *vd_map_put(seen, addr) = 1;
      const char *name = vd_func_known_as(m->func.at[f]);
      vd_push(&input->region, (VdRegion){name, addr, 1, true, NULL});
    }
  }
}

static void fill_regions(VdRunner *r, VdCase *input) {
  VdMap seen = {0};
  input->region.len = 0;
  fill_slots(&r->run[OLD], &seen, input);
  fill_slots(&r->run[NEW], &seen, input);
  for (int s = 0; s < 2; s++) {
    const VdRunSide *side = &r->side[s];
    for (uint32_t i = 0; i < side->needed.len; i++) {
      uint64_t addr = side->global_addr[side->needed.at[i]];
      if (vd_map_get(&seen, addr)) continue;
      *vd_map_put(&seen, addr) = 1;
      const VdGlobal *global = &side->module->global.at[side->needed.at[i]];
      vd_push(&input->region, (VdRegion){.name = global->name,
                                         .addr = addr,
                                         .size = global->size,
                                         .global = true,
                                         .text = literal_of(global)});
    }
  }
  fill_functions(r, &seen, input);
  vd_map_done(&seen);
}

void vd_run_fill(VdRunner *r, VdCase *input) {
  VdOutcome old_outcome, new_outcome;
  fill_outcome(r, OLD, &old_outcome);
  fill_outcome(r, NEW, &new_outcome);
  input->old_outcome = old_outcome;
  input->new_outcome = new_outcome;
  fill_regions(r, input);
}
