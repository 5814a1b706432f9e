// The outside of a run: what external functions answer and do.
//
// An answer is a function of everything that happened before, so both versions
// get the same answers as long as they do the same. A case may script answers.
#include "base/limit.h"
#include "run/runner.h"

typedef struct Seen {
  VdOneRun *run;
  const VdEvent *event;
  uint64_t hash;
} Seen;

uint32_t vd_run_block(const VdOneRun *run, uint64_t addr) {
  for (uint32_t i = 0; vd_is_heap(addr) && i < run->block.len; i++)
    if (addr - run->block.at[i].addr <= run->block.at[i].size) return i;
  return UINT32_MAX;
}

// Where a local or an allocated block that the address is in starts; else 0.
static uint64_t private_base(const VdOneRun *run, uint64_t addr) {
  if (vd_is_stack(addr)) return vd_slot_base(addr);
  uint32_t block = vd_run_block(run, addr);
  return block == UINT32_MAX ? 0 : run->block.at[block].addr;
}

static bool is_passed(const VdOneRun *run, const VdEvent *event,
                      uint64_t base) {
  for (uint32_t i = 0; i < event->args; i++)
    if (event->arg[i].sort.kind == VD_SORT_BV && event->arg[i].sort.a == 64 &&
        private_base(run, event->arg[i].bits) == base)
      return true;
  return false;
}

// A changed byte that the outside can see: anywhere but in a local or a block
// of which it was not given the address.
static bool see_byte(void *context, uint64_t addr, uint64_t element) {
  Seen *seen = context;
  seen->run->seen++;
  uint64_t base = private_base(seen->run, addr);
  if (vd_run_is_hidden(seen->run->runner, addr)) return true;
  if (base && !is_passed(seen->run, seen->event, base)) return true;
  if (!base && element == vd_run_start_byte(seen->run, addr)) return true;
  if (base && !element) return true;  // as it would be if never written
  seen->hash += vd_hash_mix(vd_hash_mix(17, addr - base), element);
  return true;
}

static uint64_t value_hash(const VdOneRun *run, const VdValue *v) {
  uint64_t h = v->sort.a;
  if (v->sort.kind == VD_SORT_BV && v->sort.a == 64)
    return vd_hash_mix(h, v->bits - private_base(run, v->bits));
  for (uint32_t i = 0; i * 64 < vd_sort_width(v->sort); i++)
    h = vd_hash_mix(h, vd_value_limb(v, i));
  return h;
}

static uint64_t event_hash(const VdOneRun *run, const VdEvent *event,
                           uint64_t world) {
  uint64_t h = vd_hash_bytes(event->link, strlen(event->link), world);
  for (uint32_t i = 0; i < event->args; i++)
    h = vd_hash_mix(h, value_hash(run, &event->arg[i]));
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

// A possible answer: small ones first, all of a range now and then.
static VdValue answer_in(const VdRange *range, const VdValue *args, VdSort sort,
                         uint64_t h) {
  VdValue least =
      vd_range_fit(&(VdRange){.least = range->least, .most = range->least},
                   args, vd_value_bv(sort.a, 0));
  uint64_t step = h >> 8;
  if ((h & 7) == 0 && range->has_extra)
    return vd_value_bv(sort.a, range->extra);
  if ((h & 7) < 3) step = h >> 8 & 3;
  if ((h & 7) >= 3 && (h & 7) < 6) step &= 0xff;
  VdValue v = vd_value_bv(sort.a, least.bits + step);
  VdValue fits = vd_range_fit(range, args, v);
  if (fits.bits == v.bits) return v;
  return (h & 7) == 7 ? vd_range_fit(range, args, least) : fits;
}

static bool is_same_call(const VdEvent *x, const VdEvent *y) {
  bool same = !strcmp(x->link, y->link) && x->args == y->args;
  for (uint32_t i = 0; i < x->args && same; i++)
    same = vd_value_eq(&x->arg[i], &y->arg[i]);
  return same;
}

// The case's script for this call: the event with that name and arguments, the
// one at the same place first. Cases from a solver carry a script, others are
// given one by their first run.
static const VdEvent *scripted(const VdOneRun *run, const VdEvent *event) {
  const VdOutcome *script = &run->runner->input->old_outcome;
  uint32_t here = run->event.len;
  if (here < script->event.len && is_same_call(&script->event.at[here], event))
    return &script->event.at[here];
  for (uint32_t i = 0; i < script->event.len; i++)
    if (is_same_call(&script->event.at[i], event)) return &script->event.at[i];
  return NULL;
}

static uint64_t allocate(VdOneRun *run, uint64_t size, uint64_t heap,
                         bool unsized) {
  uint64_t at = heap < VD_HEAP_BASE ? VD_HEAP_BASE + 16 : heap;
  vd_push(&run->block, (VdHeapBlock){at, size, unsized, false});
  return at;
}

static uint64_t next_block(uint64_t at, uint64_t size) {
  uint64_t span = size > (1u << 28) ? 1u << 28 : size;
  return at + ((span + 15) / 16 + 1) * 16;
}

static bool is_free(const VdFunc *f) {
  return !strcmp(f->link, "free") && vd_func_has_note(f, "keeps");
}

// Blocks are never used again: states stay as they are.
static bool call_free(VdOneRun *run, const VdFunc *f, const VdValue *args,
                      VdValue *results) {
  for (uint32_t i = 0; i < f->results; i++)
    for (uint32_t k = 0; k < f->params; k++)
      if (f->param[k].role == f->result[i].role) results[i] = args[k];
  return vd_run_free(run, args[0].bits);
}

static void fill_event(VdOneRun *run, const VdFunc *f, const VdValue *args,
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

// One that was declared to be a function of its arguments and memory, of which
// nothing else is known: no event, the same answer for the same.
static bool call_declared(VdOneRun *run, const VdFunc *f, const VdValue *args,
                          VdValue *results) {
  VdEvent event = {0};
  VdValue mem = {0};
  uint64_t world = 0, heap = 0;
  if (!vd_func_has_note(f, "pure") || run->seen > vd_limit->run_seen)
    return false;
  fill_event(run, f, args, &event, &mem, &world, &heap);
  uint64_t h = event_hash(run, &event, 0);
  h = vd_hash_mix(h, run->runner->sides->seed);
  for (uint32_t i = 0; i < f->results; i++)
    results[i] = answer(run->runner, f->result[i].sort, vd_hash_mix(h, i));
  return true;
}

static bool call_fresh(VdOneRun *run, const VdFunc *f, const VdValue *args,
                       VdValue *results) {
  uint64_t size = 0, heap = 0;
  for (uint32_t i = 0; i < f->params; i++) {
    if (f->param[i].role == VD_ROLE_HEAP)
      heap = args[i].bits;
    else
      size = args[i].bits;  // comes after an alignment
  }
  uint64_t at = allocate(run, size, heap, false);
  for (uint32_t i = 0; i < f->results; i++) {
    if (f->result[i].role == VD_ROLE_HEAP)
      results[i] =
          (VdValue){.sort = f->result[i].sort, .bits = next_block(at, size)};
    else
      results[i] = vd_value_bv(64, at);
  }
  return true;
}

static VdValue event_answer(VdOneRun *run, VdEvent *event,
                            const VdEvent *script, const VdFunc *f, uint32_t i,
                            uint64_t h, uint64_t *heap) {
  VdValue v;
  VdRange range;
  uint32_t k = event->results;
  bool ranged = k == 0 && f->result[i].sort.kind == VD_SORT_BV &&
                f->result[i].sort.a <= 64 && vd_func_range(f, &range);
  if (script && k < script->results &&
      vd_sort_eq(script->result[k].sort, f->result[i].sort))
    v = ranged ? vd_range_fit(&range, event->arg, script->result[k])
               : script->result[k];
  else if (run->runner->sides->quiet && ranged)
    v = vd_range_fit(&range, event->arg, vd_value_bv(f->result[i].sort.a, 0));
  else if (run->runner->sides->quiet)
    v = answer(run->runner, f->result[i].sort, 0);
  else if (ranged)
    v = answer_in(&range, event->arg, f->result[i].sort, vd_hash_mix(h, i));
  else if (*heap && f->result[i].sort.kind == VD_SORT_BV &&
           f->result[i].sort.a == 64)
    v = vd_value_bv(64, allocate(run, 64, *heap, true)),
    *heap = next_block(v.bits, 64);
  else
    v = answer(run->runner, f->result[i].sort, vd_hash_mix(h, i));
  event->result[event->results++] = v;
  return v;
}

static bool call_impure(VdOneRun *run, const VdFunc *f, const VdValue *args,
                        VdValue *results) {
  VdRunner *r = run->runner;
  VdEvent event = {0};
  VdValue mem = {0};
  uint64_t world = 0, heap = 0;
  // A large memory that is looked at again and again takes all the time.
  run->full =
      run->event.len >= r->most_events || run->seen > vd_limit->run_seen;
  if (run->full) return false;
  fill_event(run, f, args, &event, &mem, &world, &heap);
  const VdEvent *script = scripted(run, &event);
  uint64_t h = event_hash(run, &event, world);
  uint64_t chance = vd_hash_mix(h, r->sides->seed + (r->input->salt << 32));
  if (script && mem.sort.kind) {
    event.writes = script->writes;
    for (uint32_t i = 0; i < script->writes.len; i++)
      vd_run_poke(&r->values, &mem, script->writes.at[i].addr,
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
  vd_push(&run->world, h);
  return true;
}

bool vd_run_external(void *context, const VdFunc *f, const VdValue *args,
                     VdValue *results) {
  VdOneRun *run = context;
  const VdSides *sides = run->runner->sides;
  run->fault = VD_FAULT_NONE;
  VdTold told = sides->tell
                    ? sides->tell(sides->context, run->side, f, args, results)
                    : VD_TOLD_NOTHING;
  if (told != VD_TOLD_NOTHING) return told == VD_TOLD;
  switch (f->kind) {
    case VD_FUNC_PURE:
      if (is_free(f)) return call_free(run, f, args, results);
      return vd_pure_call(f, args, results) ||
             call_declared(run, f, args, results);
    case VD_FUNC_IMPURE: return call_impure(run, f, args, results);
    case VD_FUNC_FRESH: return call_fresh(run, f, args, results);
    case VD_FUNC_DEFINED:
    case VD_FUNC_UNSUPPORTED: break;
  }
  return false;
}
