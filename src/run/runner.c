// Concrete runs of both versions in one world.
//
// Both versions get the same parameters, memory and objects at the same places.
// The outside answers each call by a function of everything that happened so
// far, so equal histories get equal answers; a case may script the answers.
// Addresses of locals and of allocated blocks are not behaviour: locals count
// by what is in them when they are passed on, blocks by the order of
// allocation, and where the orders differ nothing is concluded from them.
#include <stdlib.h>

#include "base/limit.h"
#include "run/runner.h"

// ---------------------------------------------------------------- layout

// Things are at one place in both versions if a program could not tell them
// apart by their address: functions and variables of one name, and string
// literals of one text. What they hold or do may differ, and is compared.
static uint64_t place_of(VdRunner *r, const char *kind, const char *name) {
  VdBuf key = {0};
  vd_buf_printf(&key, "%s %s", kind, name);
  uint32_t n = vd_name_put(&r->place, key.at, key.len);
  vd_buf_done(&key);
  r->crowded |= n > VD_LAYOUT_ROOMS;
  return vd_layout_address(n);
}

static uint64_t place_of_global(VdRunner *r, const VdGlobal *g) {
  char hex[65];
  if (g->name[0] != '.') return place_of(r, "global", vd_global_known_as(g));
  vd_digest_hex(&g->digest, hex);
  return place_of(r, "literal", hex);
}

static uint64_t place_global(VdRunner *r, VdRunSide *side, uint32_t i) {
  const VdGlobal *g = &side->module->global.at[i];
  uint64_t addr = side->global_addr[i];
  if (addr) return addr;
  side->global_addr[i] = addr = place_of_global(r, g);
  *vd_map_put(&side->at, vd_object_room(addr)) = i + 1;
  if (g->hidden) vd_push(&side->hidden, i);
  *vd_map_put(&r->object, vd_sums_global_object(side->sums, i)) = addr;
  return addr;
}

static uint64_t place_func(VdRunner *r, VdRunSide *side, uint32_t i) {
  const VdFunc *f = side->module->func.at[i];
  uint64_t addr = side->func_addr[i];
  if (addr) return addr;
  side->func_addr[i] = addr = place_of(r, "function", vd_func_known_as(f));
  *vd_map_put(&r->object, vd_sums_func_object(side->sums, i)) = addr;
  if (!f->loop) *vd_map_put(&side->func_at, addr) = i + 1;
  return addr;
}

static uint64_t global_address(void *context, uint32_t global) {
  VdOneRun *run = context;
  return place_global(run->runner, &run->runner->side[run->side], global);
}
static uint64_t func_address(void *context, uint32_t func) {
  VdOneRun *run = context;
  return place_func(run->runner, &run->runner->side[run->side], func);
}
// Activations that have a local of this kind, counted as they first use it:
// which one is at a depth. What was inlined is not that deep any more, and its
// locals lie where they did.
static uint64_t activation(VdOneRun *run, uint32_t object, uint32_t depth) {
  uint64_t *at = vd_map_put(&run->activation, (uint64_t)object << 32 | depth);
  if (*at) return *at - 1;
  uint64_t key = (uint64_t)object << 32 | UINT32_MAX;  // no such depth
  uint64_t n = ++*vd_map_put(&run->activation, key);
  *vd_map_put(&run->activation, (uint64_t)object << 32 | depth) = n;
  return n - 1;
}

static uint64_t address_of(uint32_t object, uint64_t nth) {
  return VD_STACK_BASE + ((nth & 0xfff) << 32) +
         (uint64_t)(object & 0xfff) * VD_SLOT_SPACE;
}

static bool slot_was(void *context, uint32_t func, uint32_t slot,
                     uint32_t depth, uint64_t *address) {
  const VdOneRun *run = context;
  const VdRunSide *side = &run->runner->side[run->side];
  uint32_t object = vd_sums_slot_object(side->sums, func, slot);
  const uint64_t *nth =
      vd_map_get(&run->activation, (uint64_t)object << 32 | depth);
  if (nth) *address = address_of(object, *nth - 1);
  return nth != NULL;
}

static uint64_t slot_address(void *context, uint32_t func, uint32_t slot,
                             uint32_t depth) {
  VdOneRun *run = context;
  VdRunSide *side = &run->runner->side[run->side];
  uint32_t object = vd_sums_slot_object(side->sums, func, slot);
  uint64_t addr = address_of(object, activation(run, object, depth));
  *vd_map_put(&run->slot, addr) =
      side->module->func.at[func]->slot.at[slot].size;
  return addr;
}

// Marks a global and what its contents point to.
static void need_global(VdRunSide *side, uint32_t global) {
  VD_VEC(uint32_t) work = {0};
  vd_push(&work, global);
  while (work.len) {
    uint32_t g = vd_pop(&work);
    if ((*vd_map_put(&side->seen, g))++) continue;
    vd_push(&side->needed, g);
    const VdGlobal *data = &side->module->global.at[g];
    for (uint32_t i = 0; i < data->relocs; i++)
      if (!data->reloc[i].function) vd_push(&work, data->reloc[i].index);
  }
  vd_vec_done(&work);
}

static void need_inst(void *context, uint32_t func, const VdInst *inst) {
  (void)func;
  if (inst->kind == VD_INST_GLOBAL) need_global(context, inst->index);
}

uint64_t vd_runner_object(const VdRunner *r, uint32_t object) {
  const uint64_t *addr = vd_map_get(&r->object, object);
  return addr ? *addr : vd_layout_address(object);
}

uint32_t vd_runner_global_at(const VdRunner *r, int side, uint64_t addr) {
  const VdRunSide *s = &r->side[side];
  const uint64_t *at = vd_map_get(&s->at, vd_object_room(addr));
  if (!at || r->crowded || s->global_addr[*at - 1] != addr) return UINT32_MAX;
  return (uint32_t)*at - 1;
}

uint32_t vd_runner_func_at(const VdRunner *r, int side, uint64_t addr) {
  const uint64_t *at = vd_map_get(&r->side[side].func_at, addr);
  return at && !r->crowded ? (uint32_t)*at - 1 : UINT32_MAX;
}

static void find_constants(VdRunSide *side) {
  side->rom_least = UINT64_MAX;
  for (uint32_t i = 0; i < side->needed.len; i++) {
    uint32_t g = side->needed.at[i];
    const VdGlobal *global = &side->module->global.at[g];
    uint64_t at = side->global_addr[g];
    if (!global->constant || global->external) continue;
    vd_push(&side->rom, g);
    if (at < side->rom_least) side->rom_least = at;
    if (at + global->size > side->rom_most) side->rom_most = at + global->size;
  }
}

static void side_init(VdRunner *r, int s) {
  const VdSides *sides = r->sides;
  VdRunSide *side = &r->side[s];
  const VdModule *m = sides->module[s];
  side->module = m;
  side->sums = sides->sums[s];
  side->global_addr = VD_NEW_ARRAY(&r->arena, uint64_t, m->global.len);
  side->func_addr = VD_NEW_ARRAY(&r->arena, uint64_t, m->func.len);
  vd_ir_each(m, sides->func[s], need_inst, side);
  if (side->needed.len)
    qsort(side->needed.at, side->needed.len, sizeof *side->needed.at,
          vd_by_number);
  for (uint32_t i = 0; i < side->needed.len && sides->few; i++)
    place_global(r, side, side->needed.at[i]);
  for (uint32_t i = 0; i < m->global.len && !sides->few; i++)
    place_global(r, side, i);
  for (uint32_t i = 0; i < m->func.len && !sides->few; i++)
    place_func(r, side, i);
  find_constants(side);
}

VdRunner *vd_runner_new(const VdSides *sides) {
  VdRunner *r = vd_alloc(sizeof *r);
  r->sides = sides;
  r->most_events = vd_limit->run_events;
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
    vd_vec_done(&r->run[s].world);
    vd_vec_done(&r->run[s].block);
    vd_vec_done(&r->run[s].freed);
    vd_vec_done(&r->side[s].rom);
    vd_vec_done(&r->side[s].needed);
    vd_map_done(&r->side[s].seen);
    vd_map_done(&r->run[s].slot);
    vd_map_done(&r->run[s].activation);
    vd_vec_done(&r->side[s].hidden);
    vd_map_done(&r->side[s].endless);
    vd_map_done(&r->side[s].at);
    vd_map_done(&r->side[s].func_at);
    vd_map_done(&r->side[s].kept);
  }
  vd_map_done(&r->start[OLD]);
  vd_map_done(&r->start[NEW]);
  vd_map_done(&r->object);
  vd_names_done(&r->place);
  vd_arena_done(&r->values);
  vd_arena_done(&r->arena);
  vd_free(r);
}

bool vd_run_is_hidden(const VdRunner *r, uint64_t addr) {
  for (int k = 0; k < 2; k++) {
    const VdRunSide *side = &r->side[k];
    for (uint32_t i = 0; i < side->hidden.len; i++) {
      uint32_t g = side->hidden.at[i];
      if (addr - side->global_addr[g] < side->module->global.at[g].size)
        return true;
    }
  }
  return false;
}

// ---------------------------------------------------------------- memory

void vd_run_poke(VdArena *arena, VdValue *mem, uint64_t addr, const uint8_t *at,
                 uint64_t n) {
  *mem = vd_mem_put(arena, *mem, addr, at, n);
}

static void poke_global(VdRunner *r, VdOneRun *run, VdRunSide *side,
                        uint32_t g) {
  const VdGlobal *global = &side->module->global.at[g];
  uint64_t addr = side->global_addr[g];
  uint64_t n =
      global->size < vd_limit->run_rom ? global->size : vd_limit->run_rom;
  if (global->init)
    vd_run_poke(&r->values, &run->memory, addr, global->init, n);
  for (uint32_t i = 0; i < global->relocs; i++) {
    const struct VdGlobalReloc *reloc = &global->reloc[i];
    uint64_t to = (reloc->function ? place_func(r, side, reloc->index)
                                   : place_global(r, side, reloc->index)) +
                  (uint64_t)reloc->addend;
    if (reloc->offset + 8 <= n)
      vd_run_poke(&r->values, &run->memory, addr + reloc->offset,
                  (uint8_t *)&to, 8);
  }
}

// Is no version free to have something else at a global's address?
static bool is_fixed(const VdRunner *r, uint64_t addr) {
  for (int k = 0; k < 2; k++) {
    const VdRunSide *side = &r->side[k];
    const uint64_t *at = vd_map_get(&side->at, vd_object_room(addr));
    if (at && !side->module->global.at[*at - 1].constant) return false;
  }
  return true;
}

static void poke_constants(VdRunner *r, VdOneRun *run, VdRunSide *side,
                           bool fixed) {
  for (uint32_t i = 0; i < side->needed.len; i++) {
    uint32_t g = side->needed.at[i];
    if (side->module->global.at[g].constant &&
        (!fixed || is_fixed(r, side->global_addr[g])))
      poke_global(r, run, side, g);
  }
}

// Constants where they lie, then what the input says; but it has no say in
// what is constant in both versions. The other version's are there too: a
// constant that only one has (the initialiser of a local that was renamed) is
// no difference of memory.
static void make_memory(VdRunner *r, VdOneRun *run) {
  VdRunSide *own = &r->side[run->side];
  VdRunSide *other = &r->side[run->side == OLD ? NEW : OLD];
  run->memory = vd_array_new(&r->values, vd_sort_mem(), (VdFill){0});
  poke_constants(r, run, other, false);
  poke_constants(r, run, own, false);
  for (uint32_t i = 0; i < r->input->memory.len; i++) {
    const VdCell *cell = &r->input->memory.at[i];
    vd_run_poke(&r->values, &run->memory, cell->addr, cell->bytes, cell->len);
  }
  if (!r->input->memory.len) return;
  poke_constants(r, run, other, true);
  poke_constants(r, run, own, true);
}

static bool note_start(void *context, uint64_t index, uint64_t element) {
  *vd_map_put(context, index) = element + 1;
  return true;
}

uint8_t vd_run_start_byte(const VdOneRun *run, uint64_t addr) {
  const uint64_t *slot = vd_map_get(&run->runner->start[run->side], addr);
  return slot ? (uint8_t)(*slot - 1) : 0;
}

// --------------------------------------------------------------- running

static VdValue argument(VdRunner *r, VdOneRun *run, const VdParam *param,
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

// Whether a function calls itself whatever its arguments are, and nothing else
// that could end the run or be seen.
static bool calls_itself_for_ever(const VdRunSide *side, uint32_t func,
                                  VdTerms *tm) {
  VdArena arena = {0};
  VdCalls call = {0};
  VdTerm when = vd_mk_bool(tm, false);
  bool ok = vd_summary_calls(side->sums, func, &arena, &call);
  for (uint32_t i = 0; i < call.len && ok; i++) {
    const VdFunc *f = side->module->func.at[call.at[i].func];
    if (call.at[i].func == func)
      when = vd_mk_or(tm, when, call.at[i].when);
    else
      ok = f->kind == VD_FUNC_PURE;
  }
  vd_vec_done(&call);
  vd_arena_done(&arena);
  return ok && vd_term_is_true(tm, when);
}

static bool is_endless(VdRunner *r, int s, uint32_t func) {
  uint64_t *known = vd_map_put(&r->side[s].endless, func);
  if (!*known)
    *known = 1 + calls_itself_for_ever(&r->side[s], func, r->sides->tm);
  return *known == 2;
}

static void run_side(VdRunner *r, int s) {
  VdOneRun *run = &r->run[s];
  const VdFunc *f = vd_sides_func(r->sides, s);
  VdInterp machine = {.module = r->side[s].module,
                      .arena = &r->values,
                      .max_steps = vd_limit->run_steps,
                      .max_depth = vd_limit->run_depth,
                      .global_address = global_address,
                      .func_address = func_address,
                      .slot_address = slot_address,
                      .slot_was = slot_was,
                      .external = vd_run_external,
                      .fault = vd_run_fault,
                      .access = vd_run_access,
                      .context = run};
  if (run->log) {
    machine.entered = vd_run_entered;
    machine.left = vd_run_left;
  }
  VdValue *args = VD_NEW_ARRAY(&r->values, VdValue, f->params + 1);
  uint32_t next = 0;
  run->event.len = run->world.len = run->block.len = run->freed.len = 0;
  run->fault = VD_FAULT_NONE;
  run->full = false;
  run->seen = 0;
  vd_map_clear(&run->slot);
  vd_map_clear(&run->activation);
  make_memory(r, run);
  vd_map_clear(&r->start[s]);
  vd_array_each(run->memory.array, note_start, &r->start[s]);
  for (uint32_t i = 0; i < f->params; i++)
    args[i] = argument(r, run, &f->param[i], &next);
  vd_ir_run(&machine, r->sides->func[s], args, &run->result);
  if (run->full) run->result.status = VD_RUN_LIMIT;
  if (run->result.status == VD_RUN_LIMIT && !run->full &&
      is_endless(r, s, run->result.func))
    run->result.status = VD_RUN_ENDLESS;
}

void vd_runner_variables(const VdRunner *r, VdVariables *out) {
  VdMap seen = {0};
  for (int s = 0; s < 2; s++) {
    const VdRunSide *side = &r->side[s];
    for (uint32_t i = 0; i < side->needed.len; i++) {
      uint32_t g = side->needed.at[i];
      const VdGlobal *global = &side->module->global.at[g];
      uint64_t addr = side->global_addr[g];
      if (global->constant || vd_map_get(&seen, addr)) continue;
      *vd_map_put(&seen, addr) = 1;
      vd_push(out, (VdVariable){addr, global->size, global->init});
    }
  }
  vd_map_done(&seen);
}

static bool is_among(const VdRef *refs, uint32_t n, VdRef ref) {
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id == ref.id) return true;
  return false;
}

// Is a value used for something else than a comparison?
static bool is_handed_on(const VdFunc *f, VdRef ref) {
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    for (uint32_t i = 0; i < block->inst.len; i++)
      if (is_among(block->inst.at[i].arg, block->inst.at[i].args, ref) &&
          (block->inst.at[i].kind != VD_INST_OP ||
           block->inst.at[i].op != VD_OP_EQ))
        return true;
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      if (is_among(block->edge[e].arg, block->edge[e].args, ref)) return true;
    if (block->exit == VD_EXIT_RETURN && is_among(block->ret, f->results, ref))
      return true;
  }
  return false;
}

static bool is_handed_out_by(const VdFunc *f, uint32_t func) {
  for (uint32_t i = 0; i < f->take.len; i++)
    if (f->take.at[i] == func) return true;
  for (uint32_t b = 0; b < f->block.len; b++)
    for (uint32_t i = 0; i < f->block.at[b].inst.len; i++) {
      const VdInst *inst = &f->block.at[b].inst.at[i];
      if (inst->kind == VD_INST_FUNC && inst->index == func &&
          is_handed_on(f, inst->first))
        return true;
    }
  return false;
}

static bool is_handed_out(const VdModule *m, uint32_t func) {
  bool out = !m->func.at[func]->local || !vd_func_has_body(m->func.at[func]);
  for (uint32_t i = 0; i < m->global.len && !out; i++)
    for (uint32_t k = 0; k < m->global.at[i].relocs; k++)
      out |= m->global.at[i].reloc[k].function &&
             m->global.at[i].reloc[k].index == func;
  for (uint32_t i = 0; i < m->func.len && !out; i++)
    out = is_handed_out_by(m->func.at[i], func);
  return out;
}

// A static function whose address nobody can have?
static bool is_kept(VdRunner *r, uint64_t pointer) {
  bool kept = false;
  for (int s = 0; s < 2; s++) {
    VdRunSide *side = &r->side[s];
    const uint64_t *at = vd_map_get(&side->func_at, pointer);
    if (!at) continue;
    uint64_t *slot = vd_map_put(&side->kept, *at);
    if (!*slot) *slot = is_handed_out(side->module, (uint32_t)*at - 1) ? 1 : 2;
    if (*slot == 1) return false;
    kept = true;
  }
  return kept;
}

// Into a static that no pointer can lead to?
static bool is_impossible(VdRunner *r, uint64_t pointer) {
  if (vd_is_layout(pointer) && is_kept(r, pointer)) return true;
  for (int s = 0; s < 2 && vd_is_layout(pointer); s++) {
    const uint64_t *at = vd_map_get(&r->side[s].at, vd_object_room(pointer));
    if (at && r->side[s].module->global.at[*at - 1].closed) return true;
  }
  return false;
}

static bool has_impossible(VdRunner *r, const VdCase *input) {
  for (uint32_t i = 0; i < input->params; i++)
    if (input->param[i].sort.kind == VD_SORT_BV &&
        input->param[i].sort.a == 64 && is_impossible(r, input->param[i].bits))
      return true;
  for (uint32_t i = 0; i < input->memory.len; i++) {
    const VdCell *cell = &input->memory.at[i];
    for (uint32_t k = -cell->addr & 7; k + 8 <= cell->len; k += 8) {
      uint64_t word;
      memcpy(&word, cell->bytes + k, 8);
      if (is_impossible(r, word)) return true;
    }
  }
  return false;
}

bool vd_runner_shows(VdRunner *r, VdCase *input, bool fill) {
  vd_arena_done(&r->values);
  r->input = input;
  if (has_impossible(r, input)) {
    r->run[OLD].result = (VdRunResult){.status = VD_RUN_UNDEFINED};
    return false;
  }
  run_side(r, OLD);
  VdRunStatus status = r->run[OLD].result.status;
  if (status == VD_RUN_FAILED || status == VD_RUN_UNDEFINED) return false;
  run_side(r, NEW);
  bool differ = vd_run_differs(r);
  if (fill) vd_run_fill(r, input);
  return differ;
}

// Does it show the difference with another object's address there?
static bool shows_elsewhere(VdRunner *r, VdCase *input, VdValue *param) {
  uint64_t was = param->bits;
  uint32_t tries = 0;
  for (int s = 0; s < 2; s++) {
    const VdRunSide *side = &r->side[s];
    uint32_t needed = side->needed.len;
    for (uint32_t i = 0; i < needed + side->module->func.len; i++) {
      param->bits = i < needed ? side->global_addr[side->needed.at[i]]
                               : side->func_addr[i - needed];
      if (is_impossible(r, param->bits)) continue;
      if (++tries > vd_limit->run_tries) break;
      if (vd_runner_shows(r, input, false)) return true;
    }
  }
  param->bits = was;
  return false;
}

bool vd_runner_shows_elsewhere(VdRunner *r, VdCase *input) {
  for (uint32_t i = 0; i < input->params; i++) {
    VdValue *param = &input->param[i];
    if (param->sort.kind == VD_SORT_BV && param->sort.a == 64 &&
        is_impossible(r, param->bits) && shows_elsewhere(r, input, param))
      return true;
  }
  return false;
}

bool vd_runner_log_calls(VdRunner *r, VdCase *input, VdCallLog *log[2]) {
  bool ok = true;
  vd_arena_done(&r->values);
  r->input = input;
  for (int s = 0; s < 2 && ok; s++) {
    r->run[s].log = log[s];
    run_side(r, s);
    r->run[s].log = NULL;
    ok = r->run[s].result.status == VD_RUN_OK;
  }
  return ok;
}

// Long runs take time, and come to something undefined in the end by answers
// that the outside would not give.
void vd_runner_hurry(VdRunner *r) {
  const VdOneRun *run = &r->run[OLD];
  bool late = run->result.status == VD_RUN_UNDEFINED &&
              run->event.len >= vd_limit->run_fewer_events;
  if (!run->full && !r->run[NEW].full && !late) return;
  r->most_events = r->most_events == vd_limit->run_few_events
                       ? vd_limit->run_fewer_events
                       : vd_limit->run_few_events;
}

VdRunStatus vd_runner_old_status(const VdRunner *r) {
  return r->run[OLD].result.status;
}
