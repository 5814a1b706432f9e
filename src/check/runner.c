// Concrete runs of both versions in one world.
//
// Both versions get the same parameters, memory and objects at the same places.
// The outside answers each call by a function of everything that happened so
// far, so equal histories get equal answers; a case may script the answers.
// Addresses of locals and of allocated blocks are not behaviour: locals count
// by what is in them when they are passed on, blocks by the order of
// allocation, and where the orders differ nothing is concluded from them.
#include "check/check_impl.h"

enum {
  MAX_STEPS = 200000,
  MAX_DEPTH = 2000,
  MAX_EVENTS = 4096,
  MAX_ROM = 1 << 16,  // bytes of constants that are laid out in memory
};

typedef struct Side {
  const VdModule *module;
  uint64_t *global_addr;  // by global
  uint64_t *func_addr;    // by func
  VdSums *sums;
  uint8_t *needed;  // by global: the function can reach it
} Side;

// One version's run.
typedef struct Run {
  VdRunner *runner;
  int side;
  VdRunResult result;
  VD_VEC(VdEvent) event;
  VD_VEC(uint64_t) block;  // sizes of allocated blocks, in order
  VdMap slot;              // address of a local to its size
  VdValue memory;          // at the start
} Run;

struct VdRunner {
  const VdJob *job;
  VdArena arena;   // for tables
  VdArena values;  // for one input
  Side side[2];
  Run run[2];
  VdMap start;    // address to byte + 1 at the start
  VdNames place;  // what has an address: its number says which
  VdMap object;   // object of a term to its address
  VdCase *input;
};

// ---------------------------------------------------------------- layout

static bool is_stack(uint64_t addr) {
  return addr >> 44 == 3;
}
static bool is_heap(uint64_t addr) {
  return addr >> 44 == 2;
}

static uint64_t global_address(void *context, uint32_t global) {
  Run *run = context;
  return run->runner->side[run->side].global_addr[global];
}
static uint64_t func_address(void *context, uint32_t func) {
  Run *run = context;
  return run->runner->side[run->side].func_addr[func];
}
static uint64_t slot_address(void *context, uint32_t func, uint32_t slot,
                             uint32_t depth) {
  Run *run = context;
  Side *side = &run->runner->side[run->side];
  uint32_t object = vd_sums_slot_object(side->sums, func, slot);
  uint64_t addr = VD_STACK_BASE + ((uint64_t)(depth & 0xfff) << 32) +
                  (uint64_t)(object & 0xfff) * VD_SLOT_SPACE;
  *vd_map_put(&run->slot, addr) =
      side->module->func.at[func]->slot.at[slot].size;
  return addr;
}

// Marks a global and what its contents point to.
static void need_global(Side *side, uint32_t global) {
  VD_VEC(uint32_t) work = {0};
  vd_push(&work, global);
  while (work.len) {
    uint32_t g = vd_pop(&work);
    if (side->needed[g]) continue;
    side->needed[g] = 1;
    const VdGlobal *data = &side->module->global.at[g];
    for (uint32_t i = 0; i < data->relocs; i++)
      if (!data->reloc[i].function) vd_push(&work, data->reloc[i].index);
  }
  vd_vec_done(&work);
}

// Marks the globals that a function can reach.
static void need_all(Side *side, uint32_t root, VdArena *arena) {
  const VdModule *m = side->module;
  uint8_t *seen = vd_arena_alloc(arena, m->func.len + 1);
  VD_VEC(uint32_t) work = {0};
  vd_push(&work, root);
  while (work.len) {
    uint32_t f = vd_pop(&work);
    if (seen[f]) continue;
    seen[f] = 1;
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      const VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++) {
        const VdInst *inst = &block->inst.at[i];
        if (inst->kind == VD_INST_GLOBAL) need_global(side, inst->index);
        if (inst->kind == VD_INST_CALL || inst->kind == VD_INST_FUNC)
          vd_push(&work, inst->index);
      }
    }
  }
  vd_vec_done(&work);
}

// Things are at one place in both versions if a program could not tell them
// apart by their address: functions and variables of one name, and string
// literals of one text. What they hold or do may differ, and is compared.
static uint64_t place_of(VdRunner *r, const char *kind, const char *name) {
  VdBuf key = {0};
  vd_buf_printf(&key, "%s %s", kind, name);
  uint32_t n = vd_name_put(&r->place, key.at, key.len);
  vd_buf_done(&key);
  return vd_layout_address(n);
}

static uint64_t global_place(VdRunner *r, const VdGlobal *g) {
  char hex[65];
  if (g->name[0] != '.') return place_of(r, "global", vd_global_known_as(g));
  vd_digest_hex(&g->digest, hex);
  return place_of(r, "literal", hex);
}

uint64_t vd_runner_object(const VdRunner *r, uint32_t object) {
  const uint64_t *addr = vd_map_get(&r->object, object);
  return addr ? *addr : vd_layout_address(object);
}

static void side_init(VdRunner *r, int s) {
  const VdJob *job = r->job;
  Side *side = &r->side[s];
  const VdModule *m = job->module[s];
  side->module = m;
  side->sums = job->sums[s];
  side->global_addr = VD_NEW_ARRAY(&r->arena, uint64_t, m->global.len);
  side->func_addr = VD_NEW_ARRAY(&r->arena, uint64_t, m->func.len);
  side->needed = vd_arena_alloc(&r->arena, m->global.len + 1);
  for (uint32_t i = 0; i < m->global.len; i++) {
    side->global_addr[i] = global_place(r, &m->global.at[i]);
    *vd_map_put(&r->object, vd_sums_global_object(side->sums, i)) =
        side->global_addr[i];
  }
  for (uint32_t i = 0; i < m->func.len; i++) {
    side->func_addr[i] = place_of(r, "function", m->func.at[i]->link);
    *vd_map_put(&r->object, vd_sums_func_object(side->sums, i)) =
        side->func_addr[i];
  }
  need_all(side, job->func[s], &r->arena);
}

VdRunner *vd_runner_new(const VdJob *job) {
  VdRunner *r = vd_alloc(sizeof *r);
  r->job = job;
  for (int s = 0; s < 2; s++) {
    side_init(r, s);
    r->run[s].runner = r;
    r->run[s].side = s;
  }
  return r;
}

void vd_runner_free(VdRunner *r) {
  if (!r) return;
  for (int s = 0; s < 2; s++) {
    vd_vec_done(&r->run[s].event);
    vd_vec_done(&r->run[s].block);
    vd_map_done(&r->run[s].slot);
  }
  vd_map_done(&r->start);
  vd_map_done(&r->object);
  vd_names_done(&r->place);
  vd_arena_done(&r->values);
  vd_arena_done(&r->arena);
  vd_free(r);
}

// ---------------------------------------------------------------- memory

static void poke(VdArena *arena, VdValue *mem, uint64_t addr, const uint8_t *at,
                 uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    *mem = vd_array_set(arena, *mem, addr + i, at[i]);
}

static void poke_global(VdRunner *r, Run *run, uint32_t g) {
  Side *side = &r->side[run->side];
  const VdGlobal *global = &side->module->global.at[g];
  uint64_t addr = side->global_addr[g];
  uint64_t n = global->size < MAX_ROM ? global->size : MAX_ROM;
  if (global->init) poke(&r->values, &run->memory, addr, global->init, n);
  for (uint32_t i = 0; i < global->relocs; i++) {
    const struct VdGlobalReloc *reloc = &global->reloc[i];
    uint64_t to = (reloc->function ? side->func_addr[reloc->index]
                                   : side->global_addr[reloc->index]) +
                  (uint64_t)reloc->addend;
    if (reloc->offset + 8 <= n)
      poke(&r->values, &run->memory, addr + reloc->offset, (uint8_t *)&to, 8);
  }
}

// Constants where they lie, then what the input says.
static void make_memory(VdRunner *r, Run *run) {
  Side *side = &r->side[run->side];
  run->memory = vd_array_new(&r->values, vd_sort_mem(), (VdFill){0});
  for (uint32_t g = 0; g < side->module->global.len; g++)
    if (side->needed[g] && side->module->global.at[g].constant)
      poke_global(r, run, g);
  for (uint32_t i = 0; i < r->input->memory.len; i++) {
    const VdCell *cell = &r->input->memory.at[i];
    poke(&r->values, &run->memory, cell->addr, cell->bytes, cell->len);
  }
}

static bool note_start(void *context, uint64_t index, uint64_t element) {
  VdRunner *r = context;
  *vd_map_put(&r->start, index) = element + 1;
  return true;
}

static uint8_t start_byte(const VdRunner *r, uint64_t addr) {
  const uint64_t *slot = vd_map_get(&r->start, addr);
  return slot ? (uint8_t)(*slot - 1) : 0;
}

// ---------------------------------------------------------------- outside

static uint64_t slot_base(uint64_t addr) {
  return addr & ~(uint64_t)(VD_SLOT_SPACE - 1);
}

typedef struct Seen {
  Run *run;
  const VdEvent *event;
  uint64_t hash;
} Seen;

static bool is_passed(const VdEvent *event, uint64_t addr) {
  for (uint32_t i = 0; i < event->args; i++)
    if (event->arg[i].sort.kind == VD_SORT_BV && event->arg[i].sort.a == 64 &&
        slot_base(event->arg[i].bits) == slot_base(addr))
      return true;
  return false;
}

// A changed byte that the outside can see: anywhere but in a local of which it
// was not given the address.
static bool see_byte(void *context, uint64_t addr, uint64_t element) {
  Seen *seen = context;
  bool stack = is_stack(addr);
  if (stack && !is_passed(seen->event, addr)) return true;
  if (!stack && element == start_byte(seen->run->runner, addr)) return true;
  uint64_t where = stack ? addr - slot_base(addr) : addr;
  seen->hash += vd_hash_mix(vd_hash_mix(17, where), element);
  return true;
}

static uint64_t value_hash(const VdValue *v) {
  if (v->sort.kind == VD_SORT_BV && v->sort.a == 64 && is_stack(v->bits))
    return v->bits & (VD_SLOT_SPACE - 1);
  uint64_t h = v->sort.a;
  for (uint32_t i = 0; i * 64 < vd_sort_width(v->sort); i++)
    h = vd_hash_mix(h, vd_value_limb(v, i));
  return h;
}

static uint64_t event_hash(const VdEvent *event, uint64_t world) {
  uint64_t h = vd_hash_bytes(event->link, strlen(event->link), world);
  for (uint32_t i = 0; i < event->args; i++)
    h = vd_hash_mix(h, value_hash(&event->arg[i]));
  return vd_hash_mix(h, event->memory);
}

// Likely and unlikely answers.
static VdValue answer(VdRunner *r, VdSort sort, uint64_t h) {
  static const uint64_t common[] = {0, 1, ~0ull, 2, 10, 0x7fffffff, 0x80000000};
  uint64_t bits = h >> 8;
  switch (h & 7) {
    case 0: bits = 0; break;
    case 1: bits = 1; break;
    case 2: bits = common[(h >> 3) % VD_COUNT(common)]; break;
    case 3: bits = (h >> 3) & 15; break;
    default: break;
  }
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(bits & 1);
  uint32_t width = vd_sort_width(sort);
  VdValue v = vd_value_limbs(&r->values, width, &bits, 1);
  if (sort.kind != VD_SORT_FLOAT) return v;
  if ((h & 7) > 3) return vd_value_as_float(&r->values, sort, v);
  VdValue number = vd_value_bv(64, bits), out;
  vd_op_eval(&r->values, VD_OP_STOF, vd_imm_float(sort), &number, 1, &out);
  return out;
}

// The case's script for this call: the event with that name and arguments.
// Cases from a solver carry a script, others are given one by their first run.
static const VdEvent *scripted(const Run *run, const VdEvent *event) {
  const VdCase *input = run->runner->input;
  for (uint32_t i = 0; i < input->old_outcome.event.len; i++) {
    const VdEvent *e = &input->old_outcome.event.at[i];
    if (strcmp(e->link, event->link)) continue;
    bool same = e->args == event->args;
    for (uint32_t j = 0; j < e->args && same; j++)
      same = vd_value_eq(&e->arg[j], &event->arg[j]);
    if (same) return e;
  }
  return NULL;
}

static uint64_t allocate(Run *run, uint64_t size, uint64_t heap) {
  vd_push(&run->block, size);
  return heap < VD_HEAP_BASE ? VD_HEAP_BASE + 16 : heap;
}

static uint64_t next_block(uint64_t at, uint64_t size) {
  uint64_t span = size > (1u << 28) ? 1u << 28 : size;
  return at + ((span + 15) / 16 + 1) * 16;
}

static bool call_fresh(Run *run, const VdFunc *f, const VdValue *args,
                       VdValue *results) {
  uint64_t size = f->params ? args[0].bits : 0, heap = 0;
  for (uint32_t i = 0; i < f->params; i++)
    if (f->param[i].role == VD_ROLE_HEAP) heap = args[i].bits;
  uint64_t at = allocate(run, size, heap);
  for (uint32_t i = 0; i < f->results; i++) {
    if (f->result[i].role == VD_ROLE_HEAP)
      results[i] =
          (VdValue){.sort = f->result[i].sort, .bits = next_block(at, size)};
    else
      results[i] = vd_value_bv(64, at);
  }
  return true;
}

static void fill_event(Run *run, const VdFunc *f, const VdValue *args,
                       VdEvent *event, VdValue *mem, uint64_t *world,
                       uint64_t *heap) {
  VdArena *arena = &run->runner->values;
  event->link = f->link;
  event->arg = VD_NEW_ARRAY(arena, VdValue, f->params + 1);
  event->result = VD_NEW_ARRAY(arena, VdValue, f->results + 1);
  for (uint32_t i = 0; i < f->params; i++) {
    if (f->param[i].role == VD_ROLE_MEM)
      *mem = args[i];
    else if (f->param[i].role == VD_ROLE_WORLD)
      *world = args[i].bits;
    else if (f->param[i].role == VD_ROLE_HEAP)
      *heap = args[i].bits;
    else
      event->arg[event->args++] = args[i];
  }
  if (!mem->sort.kind) return;
  Seen seen = {run, event, 0};
  vd_array_each(mem->array, see_byte, &seen);
  event->memory = seen.hash;
}

static VdValue event_answer(Run *run, VdEvent *event, const VdEvent *script,
                            const VdFunc *f, uint32_t i, uint64_t h,
                            uint64_t *heap) {
  VdValue v;
  uint32_t k = event->results;
  if (script && k < script->results &&
      vd_sort_eq(script->result[k].sort, f->result[i].sort))
    v = script->result[k];
  else if (*heap && f->result[i].sort.kind == VD_SORT_BV &&
           f->result[i].sort.a == 64)
    v = vd_value_bv(64, allocate(run, 64, *heap)),
    *heap = next_block(v.bits, 64);
  else
    v = answer(run->runner, f->result[i].sort, vd_hash_mix(h, i));
  event->result[event->results++] = v;
  return v;
}

static bool call_impure(Run *run, const VdFunc *f, const VdValue *args,
                        VdValue *results) {
  VdRunner *r = run->runner;
  VdEvent event = {0};
  VdValue mem = {0};
  uint64_t world = 0, heap = 0;
  if (run->event.len == MAX_EVENTS) return false;
  fill_event(run, f, args, &event, &mem, &world, &heap);
  const VdEvent *script = scripted(run, &event);
  uint64_t h = event_hash(&event, world);
  uint64_t chance = vd_hash_mix(h, r->job->options->seed);
  if (script && mem.sort.kind) {
    event.writes = script->writes;
    for (uint32_t i = 0; i < script->writes.len; i++)
      poke(&r->values, &mem, script->writes.at[i].addr,
           script->writes.at[i].bytes, script->writes.at[i].len);
  }
  for (uint32_t i = 0; i < f->results; i++) {
    VdSort sort = f->result[i].sort;
    switch (f->result[i].role) {
      case VD_ROLE_VALUE:
        results[i] = event_answer(run, &event, script, f, i, chance, &heap);
        break;
      case VD_ROLE_MEM: results[i] = mem; break;
      case VD_ROLE_WORLD:
        results[i] = (VdValue){.sort = sort, .bits = h};
        break;
      case VD_ROLE_HEAP:
        results[i] = (VdValue){.sort = sort, .bits = heap};
        break;
      case VD_ROLE_HALT: results[i] = vd_value_bool(false); break;
    }
  }
  vd_push(&run->event, event);
  return true;
}

static bool external(void *context, const VdFunc *f, const VdValue *args,
                     VdValue *results) {
  Run *run = context;
  switch (f->kind) {
    case VD_FUNC_PURE: return vd_pure_call(f, args, results);
    case VD_FUNC_IMPURE: return call_impure(run, f, args, results);
    case VD_FUNC_FRESH: return call_fresh(run, f, args, results);
    case VD_FUNC_DEFINED:
    case VD_FUNC_UNSUPPORTED: break;
  }
  return false;
}

// --------------------------------------------------------------- running

static VdValue argument(VdRunner *r, Run *run, const VdParam *param,
                        uint32_t *next) {
  VdSort sort = param->sort;
  if (param->role == VD_ROLE_MEM) return run->memory;
  if (param->role == VD_ROLE_HEAP)
    return (VdValue){.sort = sort, .bits = VD_HEAP_BASE + 16};
  if (sort.kind == VD_SORT_WORLD) return (VdValue){.sort = sort, .bits = 1};
  if (sort.kind == VD_SORT_ARRAY)
    return vd_array_new(&r->values, sort, (VdFill){0});
  return r->input->param[(*next)++];
}

static void run_side(VdRunner *r, int s) {
  Run *run = &r->run[s];
  const VdFunc *f = vd_job_func(r->job, s);
  VdMachine machine = {.module = r->side[s].module,
                       .arena = &r->values,
                       .max_steps = MAX_STEPS,
                       .max_depth = MAX_DEPTH,
                       .global_address = global_address,
                       .func_address = func_address,
                       .slot_address = slot_address,
                       .external = external,
                       .context = run};
  VdValue *args = VD_NEW_ARRAY(&r->values, VdValue, f->params + 1);
  uint32_t next = 0;
  run->event.len = run->block.len = 0;
  vd_map_clear(&run->slot);
  make_memory(r, run);
  if (s == OLD) {
    vd_map_clear(&r->start);
    vd_array_each(run->memory.array, note_start, r);
  }
  for (uint32_t i = 0; i < f->params; i++)
    args[i] = argument(r, run, &f->param[i], &next);
  vd_ir_run(&machine, r->job->func[s], args, &run->result);
}

// -------------------------------------------------------------- comparing

static bool same_blocks(const VdRunner *r) {
  const Run *x = &r->run[OLD], *y = &r->run[NEW];
  return x->block.len == y->block.len &&
         (!x->block.len || !memcmp(x->block.at, y->block.at,
                                   x->block.len * sizeof *x->block.at));
}

// Whether two ordinary values differ in a way that counts.
static bool values_differ(const VdRunner *r, const VdValue *x,
                          const VdValue *y) {
  if (vd_value_eq(x, y)) return false;
  if (x->sort.kind != VD_SORT_BV || x->sort.a != 64) return true;
  if (is_stack(x->bits) && is_stack(y->bits)) return false;
  return !(is_heap(x->bits) && is_heap(y->bits) && !same_blocks(r));
}

static bool collect_byte(void *context, uint64_t addr, uint64_t element) {
  VdMap *map = context;
  if (!is_stack(addr)) *vd_map_put(map, addr) = element + 1;
  return true;
}

static uint8_t byte_at(const VdRunner *r, const VdMap *map, uint64_t addr) {
  const uint64_t *slot = vd_map_get(map, addr);
  return slot ? (uint8_t)(*slot - 1) : start_byte(r, addr);
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
  if (is_stack(addr) || d->differ) return !d->differ;
  if (is_heap(addr) && !same_blocks(d->r)) return true;
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

static bool shows(const VdRunner *r) {
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
  if (is_stack(addr) || element == start_byte(c->r, addr)) return true;
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
static void fill_slots(Run *run, VdMap *seen, VdCase *input) {
  for (uint32_t i = 0; i < run->event.len; i++) {
    const VdEvent *event = &run->event.at[i];
    for (uint32_t k = 0; k < event->args; k++) {
      uint64_t base = slot_base(event->arg[k].bits);
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

void vd_runner_variables(const VdRunner *r, VdVariables *out) {
  VdMap seen = {0};
  for (int s = 0; s < 2; s++) {
    const Side *side = &r->side[s];
    for (uint32_t g = 0; g < side->module->global.len; g++) {
      const VdGlobal *global = &side->module->global.at[g];
      uint64_t addr = side->global_addr[g];
      if (!side->needed[g] || global->constant || vd_map_get(&seen, addr))
        continue;
      *vd_map_put(&seen, addr) = 1;
      vd_push(out, (VdVariable){addr, global->size, global->init});
    }
  }
  vd_map_done(&seen);
}

bool vd_runner_shows(VdRunner *r, VdCase *input, bool fill) {
  vd_arena_done(&r->values);
  r->input = input;
  run_side(r, OLD);
  if (r->run[OLD].result.status != VD_RUN_OK) return false;
  run_side(r, NEW);
  bool differ = shows(r);
  if (fill) {
    fill_regions(r, input);
    VdOutcome old_outcome, new_outcome;
    fill_outcome(r, OLD, &old_outcome);
    fill_outcome(r, NEW, &new_outcome);
    input->old_outcome = old_outcome;
    input->new_outcome = new_outcome;
  }
  return differ;
}

VdRunStatus vd_runner_old_status(const VdRunner *r) {
  return r->run[OLD].result.status;
}
