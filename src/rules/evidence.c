// Evidence that rule functions differ: a solver's model becomes inputs, which
// are checked by Definition 9 on the whole crosswalk, and run by the
// interpreter.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/limit.h"
#include "rules/rules_impl.h"

enum {
  ROOM = 1 << 12,  // of what a parameter points to
};

typedef VD_VEC(VdCode) Codes;

// ------------------------------------------------------------------- values

// Integers as signed numbers; what has the bits of a usual double, as one too.
static const char *value_text(VdArena *arena, const VdValue *v) {
  if (v->sort.kind == VD_SORT_BV && v->sort.a <= 64) {
    uint32_t unused = 64 - v->sort.a;
    int64_t n = (int64_t)(v->bits << unused) >> unused;
    double d;
    memcpy(&d, &v->bits, sizeof d);
    if (v->sort.a == 64 && fabs(d) > 1e-30 && fabs(d) < 1e30)
      return vd_arena_printf(arena, "%g (bits 0x%" PRIx64 ")", d, v->bits);
    return vd_arena_printf(arena, "%" PRId64, n);
  }
  VdBuf text = {0};
  vd_value_print(v, &text);
  char *colon = text.len ? strrchr(text.at, ':') : NULL;
  if (colon) *colon = 0;
  const char *out = vd_arena_str(arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return out;
}

// ---------------------------------------------------------------- addresses

// The object that an address is in; 0 if there is none.
static uint32_t object_at(const VdTerms *tm, uint64_t addr) {
  for (uint32_t id = vd_object_count(tm); id; id--) {
    const VdObject *o = vd_object_get(tm, id);
    uint64_t size = o->size ? o->size : ROOM;
    if (addr - vd_layout_address(id) < size) return id;
  }
  return 0;
}

static bool is_address(const VdTerms *tm, const VdValue *v) {
  return v->sort.kind == VD_SORT_BV && v->sort.a == 64 &&
         object_at(tm, v->bits);
}

static bool is_text(const VdObject *o) {
  if (!o->rom || o->relocs || !memchr(o->rom, 0, o->size)) return false;
  for (const uint8_t *c = o->rom; *c; c++)
    if (*c < ' ' || *c > '~') return false;
  return true;
}

// "\"text\"", "g + 4", "*param".
static const char *address_text(const VdTerms *tm, VdArena *arena,
                                uint64_t addr) {
  uint32_t id = object_at(tm, addr);
  const VdObject *o = vd_object_get(tm, id);
  uint64_t offset = addr - vd_layout_address(id);
  bool param = !strncmp(o->key, VD_RULE_PARAM, strlen(VD_RULE_PARAM));
  const char *base =
      is_text(o) ? vd_arena_printf(arena, "\"%s\"", (const char *)o->rom)
      : param || o->kind == VD_OBJECT_FUNCTION
          ? vd_arena_str(arena, o->name)  // the terms go before the evidence
          : vd_arena_printf(arena, "&%s", o->name);
  if (!offset) return base;
  return vd_arena_printf(arena, "%s + %" PRIu64, base, offset);
}

static const char *output_text(VdRuleWork *w, const VdValue *v) {
  if (is_address(w->tm, v)) return address_text(w->tm, w->arena, v->bits);
  return value_text(w->arena, v);
}

// --------------------------------------------------------------------- runs

typedef struct Run {
  VdRuleWork *w;
  VdSide side;
  const bool *has;  // by code of the side
  VdMap literal;    // address to global + 1, of those met
  bool confused;    // two globals have one address
  VdRunResult result;
  VdValue memory;  // at the end
  uint64_t world;
  VdBuf calls;  // to the outside
  VdMap slot;   // address of a local to its size
  bool passed;  // a static function, to the outside
  bool unsure;  // static functions that were handed on are not compared
} Run;

// Literals of one text are one object; two objects may have one address where
// there are very many.
static uint64_t global_address(void *context, uint32_t global) {
  Run *run = context;
  VdSums *sums = run->w->sums[run->side];
  uint32_t object = vd_sums_global_object(sums, global);
  uint64_t addr = vd_layout_address(object);
  uint64_t *known = vd_map_put(&run->literal, addr);
  if (!*known)
    *known = (uint64_t)global + 1;
  else if (vd_sums_global_object(sums, (uint32_t)*known - 1) != object)
    run->confused = true;
  return addr;
}

static uint64_t func_address(void *context, uint32_t func) {
  Run *run = context;
  return vd_layout_address(vd_sums_func_object(run->w->sums[run->side], func));
}

static uint64_t slot_address(void *context, uint32_t func, uint32_t slot,
                             uint32_t depth) {
  Run *run = context;
  const VdFunc *f = run->w->module[run->side]->func.at[func];
  uint64_t addr = VD_STACK_BASE + ((uint64_t)(depth & 0xfff) << 32) +
                  (uint64_t)((func * 64 + slot) & 0xfff) * VD_SLOT_SPACE;
  *vd_map_put(&run->slot, addr) = f->slot.at[slot].size;
  return addr;
}

static bool is_inside(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

// Why an access is undefined, or NULL. Of what a parameter points to nobody
// knows the size.
static const char *watch(void *context, uint64_t addr, uint64_t bytes,
                         bool write) {
  static const char outside[] = "access outside of an object";
  const Run *run = context;
  const VdTerms *tm = run->w->tm;
  if (addr >> 44 == VD_STACK_BASE >> 44) {
    uint64_t base = addr & ~(uint64_t)(VD_SLOT_SPACE - 1);
    const uint64_t *size = vd_map_get(&run->slot, base);
    return size && is_inside(addr - base, bytes, *size) ? NULL : outside;
  }
  uint64_t first = vd_layout_address(0) >> 28, id = (addr >> 28) - first;
  if (id == 0 || id > vd_object_count(tm)) return NULL;
  const VdObject *o = vd_object_get(tm, (uint32_t)id);
  if (write && o->rom) return "write to a constant";
  if (!o->size ||
      is_inside(addr - vd_layout_address((uint32_t)id), bytes, o->size))
    return NULL;
  return outside;
}

static const char *literal_at(Run *run, uint64_t addr) {
  const VdModule *m = run->w->module[run->side];
  const uint64_t *global = vd_map_get(&run->literal, addr);
  if (!global || run->confused) return NULL;
  return vd_rule_literal(&m->global.at[*global - 1]);
}

static bool answer(Run *run, bool table, uint64_t addr, VdValue *result) {
  const char *text = literal_at(run, addr), *why;
  VdRuleAtom atom;
  if (!text ||
      !vd_rule_resolve(&run->w->reader, run->side, table, text, &atom, &why))
    return false;
  bool there = !table && run->has[atom.code];
  for (uint32_t i = 0; table && i < atom.table->entry.len; i++)
    there |= run->has[atom.table->entry.at[i].code];
  *result = vd_value_bool(there);
  return true;
}

// A static function may have another name in the new version.
static bool is_static_function(VdRuleWork *w, VdSide side, const VdValue *v) {
  if (!is_address(w->tm, v)) return false;
  const VdModule *m = w->module[side];
  uint32_t object = object_at(w->tm, v->bits);
  for (uint32_t f = 0; f < m->func.len; f++)
    if (w->handed[side][f] && m->func.at[f]->local &&
        vd_sums_func_object(w->sums[side], f) == object)
      return true;
  return false;
}

// Another external answers nothing but zero; the world remembers the call.
static bool call_other(Run *run, const VdFunc *f, const VdValue *args,
                       VdValue *results) {
  uint64_t world = vd_hash_bytes(f->link, strlen(f->link), 1);
  VdValue mem = {0};
  const char *before = "";
  vd_buf_printf(&run->calls, "%s%s(", run->calls.len ? ", " : "", f->link);
  for (uint32_t i = 0; i < f->params; i++) {
    if (f->param[i].role == VD_ROLE_MEM)
      mem = args[i];
    else if (vd_sort_width(args[i].sort) <= 64)
      world = vd_hash_mix(world, args[i].bits);
    if (f->param[i].role != VD_ROLE_VALUE) continue;
    vd_buf_printf(&run->calls, "%s%s", before, output_text(run->w, &args[i]));
    run->passed |= is_static_function(run->w, run->side, &args[i]);
    before = ", ";
  }
  vd_buf_char(&run->calls, ')');
  for (uint32_t i = 0; i < f->results; i++) {
    VdSort sort = f->result[i].sort;
    if (f->result[i].role == VD_ROLE_MEM)
      results[i] = mem;
    else if (f->result[i].role == VD_ROLE_WORLD)
      results[i] = (VdValue){.sort = sort, .bits = world};
    else if (vd_sort_width(sort) <= 64)
      results[i] = (VdValue){.sort = sort};
    else
      return false;
  }
  return true;
}

static bool external(void *context, const VdFunc *f, const VdValue *args,
                     VdValue *results) {
  bool table;
  if (vd_rule_is_question(f, &table))
    return answer(context, table, args[0].bits, &results[0]);
  if (f->kind == VD_FUNC_PURE) return vd_pure_call(f, args, results);
  return f->kind == VD_FUNC_IMPURE && call_other(context, f, args, results);
}

// ------------------------------------------------------------------- inputs

// Where a word of memory at the start lies.
static uint64_t place_address(VdTerms *tm, VdTerm addr) {
  VdPlace place = vd_term_place(tm, addr);
  return vd_layout_address(vd_term_object(tm, place.base)) + place.offset;
}

static VdValue start_memory(VdRuleWork *w, const VdRuleQuestion *q,
                            const VdRuleModel *model) {
  VdValue mem = vd_array_new(w->arena, vd_sort_mem(), (VdFill){0});
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdTerm t = q->leaf.at[i];
    if (vd_term_op(w->tm, t) != VD_OP_LOAD) continue;
    uint64_t addr = place_address(w->tm, vd_term_arg(w->tm, t, 1));
    for (uint32_t b = 0; b < vd_term_imm(w->tm, t); b++) {
      uint64_t limb = vd_value_limb(&model->leaf[i], b / 8);
      mem = vd_array_set(w->arena, mem, addr + b, limb >> (b % 8 * 8) & 0xff);
    }
  }
  return mem;
}

// Lays out constants that are used.
typedef struct Rom {
  VdRuleWork *w;
  VdSide side;
  VdValue mem;
  VD_VEC(uint32_t) work;
  VdMap seen;
} Rom;

static void poke(Rom *r, uint64_t addr, const void *at, uint64_t n) {
  const uint8_t *byte = at;
  for (uint64_t i = 0; i < n; i++)
    if (byte[i]) r->mem = vd_array_set(r->w->arena, r->mem, addr + i, byte[i]);
}

static void see_constant(void *context, uint32_t func, const VdInst *inst) {
  Rom *r = context;
  (void)func;
  if (inst->kind == VD_INST_GLOBAL) vd_push(&r->work, inst->index);
}

static void poke_constant(Rom *r, uint32_t global) {
  const VdGlobal *g = &r->w->module[r->side]->global.at[global];
  VdSums *sums = r->w->sums[r->side];
  if (!g->constant || g->external || g->size > vd_limit->rule_rom) return;
  uint64_t addr = vd_layout_address(vd_sums_global_object(sums, global));
  if (g->init) poke(r, addr, g->init, g->size);
  for (uint32_t i = 0; i < g->relocs; i++) {
    const struct VdGlobalReloc *reloc = &g->reloc[i];
    uint32_t object = reloc->function
                          ? vd_sums_func_object(sums, reloc->index)
                          : vd_sums_global_object(sums, reloc->index);
    uint64_t to = vd_layout_address(object) + (uint64_t)reloc->addend;
    poke(r, addr + reloc->offset, &to, sizeof to);
    if (!reloc->function) vd_push(&r->work, reloc->index);
  }
}

// Those of both functions are in both memories: what only one has is no
// difference of memory.
static VdValue with_constants(VdRuleWork *w, VdValue mem, const VdSide side[2],
                              const uint32_t func[2]) {
  Rom r = {.w = w, .mem = mem};
  for (int k = 0; k < 2; k++) {
    r.side = side[k];
    vd_map_clear(&r.seen);
    vd_ir_each(w->module[side[k]], func[k], see_constant, &r);
    while (r.work.len) {
      uint32_t global = vd_pop(&r.work);
      if (!(*vd_map_put(&r.seen, global))++) poke_constant(&r, global);
    }
  }
  vd_vec_done(&r.work);
  vd_map_done(&r.seen);
  return r.mem;
}

// The object that the n-th ordinary parameter points to; 0 if it has none.
static uint32_t param_object(const VdTerms *tm, uint32_t n) {
  char key[40];
  snprintf(key, sizeof key, VD_RULE_PARAM "%u", n);
  for (uint32_t id = vd_object_count(tm); id; id--)
    if (!strcmp(vd_object_get(tm, id)->key, key)) return id;
  return 0;
}

static const VdValue *param_leaf(const VdRuleQuestion *q,
                                 const VdRuleModel *model, uint32_t n) {
  for (uint32_t i = 0; i < q->leaf.len; i++)
    if (vd_term_op(q->tm, q->leaf.at[i]) == VD_OP_VAR &&
        vd_term_var_number(q->tm, q->leaf.at[i]) == n)
      return &model->leaf[i];
  return NULL;
}

// An earlier function may have left an object for a parameter of that number.
static bool is_pointer(VdRuleWork *w, const VdRuleQuestion *q,
                       const VdRuleModel *model, uint32_t n, VdSort sort) {
  return sort.kind == VD_SORT_BV && sort.a == 64 && !param_leaf(q, model, n) &&
         param_object(w->tm, n);
}

// The value of the n-th ordinary parameter: the model's, or the object that it
// points to.
static VdValue param_value(VdRuleWork *w, const VdRuleQuestion *q,
                           const VdRuleModel *model, uint32_t n, VdSort sort) {
  const VdValue *leaf = param_leaf(q, model, n);
  if (leaf) return *leaf;
  bool points = is_pointer(w, q, model, n, sort);
  uint64_t bits = points ? vd_layout_address(param_object(w->tm, n)) : 0;
  uint64_t limbs[1] = {bits};
  if (sort.kind == VD_SORT_BV)
    return vd_value_limbs(w->arena, sort.a, limbs, 1);
  return (VdValue){.sort = sort, .bits = bits};
}

static bool run_one(VdRuleWork *w, const VdRuleQuestion *q,
                    const VdRuleModel *model, VdValue mem, Run *run,
                    uint32_t func) {
  const VdFunc *f = w->module[run->side]->func.at[func];
  VdValue *arg = VD_NEW_ARRAY(w->arena, VdValue, f->params + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->params; i++) {
    VdSort sort = f->param[i].sort;
    if (f->param[i].role == VD_ROLE_VALUE)
      arg[i] = param_value(w, q, model, n++, sort);
    else if (f->param[i].role == VD_ROLE_MEM)
      arg[i] = mem;
    else
      arg[i] = (VdValue){.sort = sort};
  }
  VdInterp machine = {.module = w->module[run->side],
                      .arena = w->arena,
                      .max_steps = vd_limit->rule_steps,
                      .max_depth = vd_limit->rule_depth,
                      .global_address = global_address,
                      .func_address = func_address,
                      .slot_address = slot_address,
                      .external = external,
                      .access = watch,
                      .context = run};
  vd_ir_run(&machine, func, arg, &run->result);
  run->memory = mem;
  for (uint32_t i = 0; run->result.status == VD_RUN_OK && i < f->results; i++) {
    if (f->result[i].role == VD_ROLE_MEM) run->memory = run->result.result[i];
    if (f->result[i].role == VD_ROLE_WORLD)
      run->world = run->result.result[i].bits;
  }
  return !run->confused && (run->result.status == VD_RUN_OK ||
                            run->result.status == VD_RUN_UNDEFINED);
}

// ------------------------------------------------------------------ outputs

static VdValue word_at(VdArena *arena, VdValue mem, uint64_t addr,
                       uint32_t bytes) {
  uint64_t limb[8] = {0};
  for (uint32_t i = 0; i < bytes && i < sizeof limb; i++)
    limb[i / 8] |= vd_array_get(mem.array, addr + i) << (i % 8 * 8);
  return vd_value_limbs(arena, bytes * 8, limb, (bytes + 7) / 8);
}

static void add_output(VdRuleWork *w, VdRelated *c, const char *name,
                       Run run[2], const VdValue *a, const VdValue *b) {
  if (vd_value_eq(a, b)) return;
  if (run[0].side != run[1].side && is_static_function(w, run[0].side, a) &&
      is_static_function(w, run[1].side, b)) {
    run[0].unsure = true;
    return;
  }
  VdRelatedOutput out = {name, {output_text(w, a), output_text(w, b)}};
  vd_push(&c->output, out);
}

static void compare_results(VdRuleWork *w, VdRelated *c, Run run[2],
                            const uint32_t func[2]) {
  const VdFunc *f[2];
  uint32_t at[2] = {0, 0}, part = 0;
  for (int k = 0; k < 2; k++) f[k] = w->module[run[k].side]->func.at[func[k]];
  for (;; at[0]++, at[1]++) {
    for (int k = 0; k < 2; k++)
      while (at[k] < f[k]->results && f[k]->result[at[k]].role != VD_ROLE_VALUE)
        at[k]++;
    if (at[0] >= f[0]->results || at[1] >= f[1]->results) return;
    const char *name =
        part++ ? vd_arena_printf(w->arena, "return value, part %u", part)
               : "return value";
    add_output(w, c, name, run, &run[0].result.result[at[0]],
               &run[1].result.result[at[1]]);
  }
}

typedef struct Differ {
  const VdTerms *tm;
  VdValue other;
  uint64_t addr;
  bool found;
} Differ;

static bool see_byte(void *context, uint64_t addr, uint64_t element) {
  Differ *d = context;
  if (addr >> 44 == VD_STACK_BASE >> 44) return true;
  if (vd_array_get(d->other.array, addr) == element) return true;
  uint32_t object = object_at(d->tm, addr);
  if (object && vd_object_get(d->tm, object)->hidden) return true;
  d->addr = addr;
  d->found = true;
  return false;
}

static void compare_memory(VdRuleWork *w, VdRelated *c, Run run[2]) {
  Differ d = {.tm = w->tm, .other = run[1].memory};
  vd_array_each(run[0].memory.array, see_byte, &d);
  d.other = run[0].memory;
  if (!d.found) vd_array_each(run[1].memory.array, see_byte, &d);
  if (!d.found) return;
  VdValue v[2];
  for (int k = 0; k < 2; k++)
    v[k] = word_at(w->arena, run[k].memory, d.addr, 1);
  const char *place = object_at(w->tm, d.addr)
                          ? address_text(w->tm, w->arena, d.addr)
                          : vd_arena_printf(w->arena, "0x%" PRIx64, d.addr);
  add_output(w, c, vd_arena_printf(w->arena, "memory at %s", place), run, &v[0],
             &v[1]);
}

static void compare_places(VdRuleWork *w, VdRelated *c, Run run[2],
                           const VdRulePairs *pairs) {
  uint32_t before = c->output.len;
  for (uint32_t i = 0; i < pairs->len; i++) {
    const VdRulePair *p = &pairs->at[i];
    if (vd_term_is_none(p->place)) continue;
    uint64_t addr = place_address(w->tm, p->place);
    uint32_t bytes = vd_sort_width(vd_term_sort(w->tm, p->term[0])) / 8;
    VdValue v[2];
    for (int k = 0; k < 2; k++)
      v[k] = word_at(w->arena, run[k].memory, addr, bytes);
    add_output(w, c, p->name, run, &v[0], &v[1]);
  }
  if (c->output.len == before && !run[0].unsure) compare_memory(w, c, run);
}

static const char *undefined_text(const VdRuleWork *w, const VdRunResult *r) {
  VdBuf text = {0};
  w->reader.out->needs_lines |= r->pos.file && !r->pos.column;
  vd_buf_printf(&text, "undefined: %s at ", r->text);
  vd_pos_print(r->pos, &text);
  const char *out = vd_arena_str(w->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return out;
}

static const char *calls_text(VdRuleWork *w, const Run *run) {
  return run->calls.len ? vd_arena_str(w->arena, run->calls.at) : "none";
}

// What the two runs did differently; false if nothing.
static bool compare_runs(VdRuleWork *w, VdRelated *c, Run run[2],
                         const uint32_t func[2], const VdRulePairs *pairs) {
  if (run[0].result.status != VD_RUN_OK) return false;
  if (run[1].result.status != VD_RUN_OK) {
    VdRelatedOutput out = {"behaviour",
                           {"defined", undefined_text(w, &run[1].result)}};
    vd_push(&c->output, out);
    return true;
  }
  compare_results(w, c, run, func);
  compare_places(w, c, run, pairs);
  if (run[0].world != run[1].world && run[0].passed && run[1].passed) {
    run[0].unsure = true;
  } else if (run[0].world != run[1].world) {
    VdRelatedOutput out = {"calls to the outside",
                           {calls_text(w, &run[0]), calls_text(w, &run[1])}};
    vd_push(&c->output, out);
  }
  return c->output.len > 0;
}

// ----------------------------------------------------------------- evidence

static void add_input(VdRuleWork *w, const VdScope *scope, VdRelated *c,
                      VdSide side, const bool *present, Codes *codes) {
  VdRelatedInput *in = &c->input[c->inputs++];
  in->side = side;
  for (uint32_t i = 0; i < scope->code[side].len; i++) {
    if (present[i]) vd_push(codes, scope->code[side].at[i]);
  }
  if (codes->len) qsort(codes->at, codes->len, sizeof *codes->at, vd_by_number);
  for (uint32_t i = 0; i < codes->len; i++) {
    uint32_t at = vd_scope_code(scope, side, codes->at[i]);
    VdRelatedCode entry = {
        .code = vd_code_text(w->rules->crosswalk, side, codes->at[i]),
        .used = at < scope->used[side]};
    vd_push(&in->code, entry);
  }
}

// What is stated, and what orphans there are; where each went.
static uint32_t *list_whys(VdRuleWork *w, VdRelated *c,
                           const VdRelationWhys *whys) {
  uint32_t *at = VD_NEW_ARRAY(w->arena, uint32_t, whys->why.len + 1);
  c->line.len = c->orphan.len = 0;
  for (uint32_t i = 0; i < whys->why.len; i++) {
    const VdRelationWhy *why = &whys->why.at[i];
    VdRelatedLine entry = {why->pos, why->text};
    at[i] = why->silent ? c->orphan.len : c->line.len;
    if (why->silent)
      vd_push(&c->orphan, entry);
    else
      vd_push(&c->line, entry);
  }
  return at;
}

static const VdValue *slots_of(VdRuleWork *w, const VdScope *scope, VdSide side,
                               const bool *present) {
  uint32_t n = scope->code[side].len;
  VdValue *value = VD_NEW_ARRAY(w->arena, VdValue, n + 1);
  for (uint32_t i = 0; i < n; i++) value[i] = vd_value_bool(present[i]);
  return value;
}

// Says of the codes of an input how each is related.
static void tell_input(const VdRelationWhys *whys, const uint32_t *at,
                       const VdScope *scope, VdRelatedInput *in,
                       const Codes *codes) {
  for (uint32_t i = 0; i < codes->len; i++) {
    VdRelatedCode *entry = &in->code.at[i];
    uint32_t slot = vd_scope_code(scope, in->side, codes->at[i]);
    uint32_t why = whys->of[in->side][slot];
    entry->orphan = whys->why.at[why].silent;
    if (!entry->orphan) entry->line = at[why];
  }
}

// Whether an old and a new input are related; says how each code is.
static bool relate(VdRuleWork *w, const VdRuleQuestion *q, VdRelated *c,
                   const uint32_t number[2], bool *const present[2],
                   const Codes *codes, VdRelationWhys *whys) {
  const VdValue *const input[2] = {slots_of(w, q->scope, VD_OLD, present[0]),
                                   slots_of(w, q->scope, VD_NEW, present[1])};
  if (!vd_relation_test(&q->relation, input)) return false;
  vd_relation_explain(&q->relation, input, w->arena, whys);
  const uint32_t *at = list_whys(w, c, whys);
  for (int k = 0; k < 2; k++)
    tell_input(whys, at, q->scope, &c->input[number[k]], &codes[number[k]]);
  return true;
}

// The same of all old inputs.
static bool relate_all(VdRuleWork *w, const VdRuleQuestion *q,
                       const VdRuleModel *model, VdRelated *c,
                       const Codes *codes) {
  VdRelationWhys whys = {0};
  bool *const first[2] = {model->present[VD_RULE_FIRST],
                          model->present[VD_RULE_NEW]};
  bool *const second[2] = {model->present[VD_RULE_SECOND],
                           model->present[VD_RULE_NEW]};
  const uint32_t last = q->partner ? 2 : 1;
  bool ok = relate(w, q, c, (uint32_t[]){0, last}, first, codes, &whys);
  if (q->partner)
    ok = ok && relate(w, q, c, (uint32_t[]){1, last}, second, codes, &whys);
  vd_relation_whys_done(&whys);
  return ok;
}

static bool asks_for(VdRuleWork *w, const VdRuleAsk *ask, VdSide side,
                     const bool *has) {
  VdRuleAtom atom;
  const char *why;
  if (!vd_rule_resolve(&w->reader, side, ask->table, ask->text, &atom, &why))
    return false;
  if (!atom.table) return has[atom.code];
  for (uint32_t i = 0; i < atom.table->entry.len; i++)
    if (has[atom.table->entry.at[i].code]) return true;
  return false;
}

static void add_source(VdRuleWork *w, VdRelated *c, VdSide side, uint32_t func,
                       const bool *has) {
  VdRuleAsks asks = {0};
  vd_rule_asks(w->module[side], func, &asks);
  for (uint32_t i = 0; i < asks.len; i++) {
    const VdRuleAsk *a = &asks.at[i];
    if (!asks_for(w, a, side, has)) continue;
    VdRelatedLine line = {
        vd_rule_keep_pos(w, a->pos),
        vd_arena_printf(w->arena, "%s(\"%s\")", a->table ? "has_any" : "has",
                        a->text)};
    bool known = false;
    for (uint32_t j = 0; j < c->source.len && !known; j++)
      known = c->source.at[j].pos.line == a->pos.line &&
              !strcmp(c->source.at[j].pos.file, a->pos.file) &&
              !strcmp(c->source.at[j].text, line.text);
    if (!known) vd_push(&c->source, line);
  }
  vd_vec_done(&asks);
}

static const char *param_name(const VdFunc *f, uint32_t n, VdArena *arena) {
  for (uint32_t i = 0; i < f->params; i++) {
    if (f->param[i].role != VD_ROLE_VALUE || n--) continue;
    if (f->param[i].name && *f->param[i].name) return f->param[i].name;
    return vd_arena_printf(arena, "parameter %u", i + 1);
  }
  return "parameter";
}

static void add_params(VdRuleWork *w, const VdRuleQuestion *q, uint32_t func,
                       const VdRuleModel *model, VdRelated *c) {
  const VdFunc *f = w->module[VD_OLD]->func.at[func];
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdTerm t = q->leaf.at[i];
    bool param = vd_term_op(w->tm, t) == VD_OP_VAR;
    VdRelatedLine line = {
        .text = vd_arena_printf(
            w->arena, "%s = %s%s",
            param ? param_name(f, vd_term_var_number(w->tm, t), w->arena)
                  : vd_rule_place_name(w->tm, vd_term_arg(w->tm, t, 1),
                                       vd_term_imm(w->tm, t), w->arena),
            value_text(w->arena, &model->leaf[i]),
            param ? "" : " at the start")};
    vd_push(&c->param, line);
  }
}

static bool *membership(VdRuleWork *w, VdSide side, const Codes *codes) {
  uint32_t n = vd_crosswalk_codes(w->rules->crosswalk, side);
  bool *has = VD_NEW_ARRAY(w->arena, bool, n + 1);
  for (uint32_t i = 0; i < codes->len; i++) has[codes->at[i]] = true;
  return has;
}

// ------------------------------------------------------------------ outside

// What a version calls a variable; NULL if it has none.
static const char *name_in(VdRuleWork *w, VdSide side, uint32_t object) {
  const VdModule *m = w->module[side];
  const char *key = vd_object_get(w->tm, object)->key;
  for (uint32_t i = 0; i < m->global.len; i++) {
    const VdGlobal *g = &m->global.at[i];
    size_t n = strlen(vd_global_known_as(g));
    if (strncmp(key + 2, vd_global_known_as(g), n) || key[2 + n] != ':')
      continue;  // the key is "g:NAME:SIZE"
    if (vd_sums_global_object(w->sums[side], i) == object)
      return vd_arena_str(w->arena, g->name);
  }
  return NULL;
}

static VdRelatedWord word_of(VdRuleWork *w, const Run run[2], VdTerm addr,
                             uint32_t bytes, VdRelatedTest *t) {
  VdPlace place = vd_term_place(w->tm, addr);
  uint32_t object = vd_term_object(w->tm, place.base);
  const VdObject *o = vd_object_get(w->tm, object);
  VdRelatedWord word = {.offset = place.offset, .bytes = bytes};
  size_t n = strlen(VD_RULE_PARAM);
  word.is_param = !strncmp(o->key, VD_RULE_PARAM, n);
  if (word.is_param) word.param = (uint32_t)atoi(o->key + n);
  for (int k = 0; k < 2 && !word.is_param; k++) {
    word.object[k] = name_in(w, run[k].side, object);
    t->inner |= word.object[k] && strchr(word.object[k], '.');
  }
  return word;
}

static void add_answers(VdRuleWork *w, VdRelatedTest *t, int k, const Run *run,
                        uint32_t func) {
  VdRuleAsks asks = {0};
  vd_rule_asks(w->module[run->side], func, &asks);
  for (uint32_t i = 0; i < asks.len; i++) {
    VdRelatedAnswer a = {vd_arena_str(w->arena, asks.at[i].text),
                         asks.at[i].table,
                         asks_for(w, &asks.at[i], run->side, run->has)};
    vd_push(&t->answer[k], a);
  }
  vd_vec_done(&asks);
}

static void add_args(VdRuleWork *w, const VdRuleQuestion *q,
                     const VdRuleModel *model, const VdFunc *f,
                     VdRelatedTest *t) {
  t->arg = VD_NEW_ARRAY(w->arena, VdValue, f->params + 1);
  t->is_object = VD_NEW_ARRAY(w->arena, bool, f->params + 1);
  for (uint32_t i = 0; i < f->params; i++) {
    if (f->param[i].role != VD_ROLE_VALUE) continue;
    VdSort sort = f->param[i].sort;
    t->is_object[t->args] = is_pointer(w, q, model, t->args, sort);
    t->arg[t->args] = param_value(w, q, model, t->args, sort);
    t->args++;
  }
}

static void add_end(VdRuleWork *w, const Run run[2], VdTerm place,
                    uint32_t bytes, VdRelatedTest *t) {
  VdRelatedWord word = word_of(w, run, place, bytes, t);
  uint64_t addr = place_address(w->tm, place);
  for (int k = 0; k < 2; k++) {
    word.value[k] = word_at(w->arena, run[k].memory, addr, bytes);
    t->address |= is_address(w->tm, &word.value[k]);
  }
  vd_push(&t->end, word);
}

// Where memory is compared as a whole, what it held at the start is looked at
// again in the end.
static void add_words(VdRuleWork *w, const VdRuleQuestion *q,
                      const VdRuleModel *model, const VdRulePairs *pairs,
                      const Run run[2], VdRelatedTest *t) {
  bool whole = false;
  for (uint32_t i = 0; i < pairs->len; i++) {
    const VdRulePair *p = &pairs->at[i];
    VdSort sort = vd_term_sort(w->tm, p->term[0]);
    whole |= sort.kind == VD_SORT_ARRAY;
    if (!vd_term_is_none(p->place))
      add_end(w, run, p->place, vd_sort_width(sort) / 8, t);
  }
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdTerm leaf = q->leaf.at[i];
    if (vd_term_op(w->tm, leaf) != VD_OP_LOAD) continue;
    VdTerm place = vd_term_arg(w->tm, leaf, 1);
    uint32_t bytes = (uint32_t)vd_term_imm(w->tm, leaf);
    VdRelatedWord word = word_of(w, run, place, bytes, t);
    word.value[0] = model->leaf[i];
    vd_push(&t->start, word);
    if (whole) add_end(w, run, place, bytes, t);
  }
}

typedef struct Outside {
  const VdModule *m;
  bool found;
} Outside;

static void see_call(void *context, uint32_t func, const VdInst *inst) {
  Outside *see = context;
  (void)func;
  see->found |= inst->kind == VD_INST_CALLPTR ||
                (inst->kind == VD_INST_CALL &&
                 see->m->func.at[inst->index]->kind == VD_FUNC_IMPURE);
}

// Whether memory is accessed where memory at the start says.
static bool follows_pointer(const VdRuleQuestion *q) {
  VdTerms *tm = q->tm;
  VdTermVec nodes = {0};
  bool maybe = false, found = false;
  for (uint32_t i = 0; i < q->leaf.len; i++)
    maybe |= vd_term_op(tm, q->leaf.at[i]) == VD_OP_LOAD &&
             vd_term_imm(tm, q->leaf.at[i]) == 8;
  if (maybe) vd_terms_reach(tm, &q->strict, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++) {
    VdOp op = vd_term_op(tm, nodes.at[i]);
    if (op != VD_OP_LOAD && op != VD_OP_STORE) continue;
    VdTerm base = vd_term_place(tm, vd_term_arg(tm, nodes.at[i], 1)).base;
    found = vd_term_is_none(base) || vd_term_op(tm, base) != VD_OP_ADDR;
  }
  vd_vec_done(&nodes);
  return found;
}

// Everything that somebody needs who runs the inputs on the compiled code.
static void make_test(VdRuleWork *w, const VdRuleQuestion *q,
                      const VdRuleModel *model, const uint32_t func[2],
                      const VdRulePairs *pairs, const Run run[2],
                      VdRelated *c) {
  VdRelatedTest *t = c->test = VD_NEW(w->arena, VdRelatedTest);
  const VdFunc *f = w->module[run[0].side]->func.at[func[0]];
  t->defined = run[1].result.status == VD_RUN_OK;
  for (int k = 0; k < 2; k++) {
    t->func[k] =
        vd_arena_str(w->arena, w->module[run[k].side]->func.at[func[k]]->name);
    add_answers(w, t, k, &run[k], func[k]);
    Outside see = {w->module[run[k].side], false};
    vd_ir_each(see.m, func[k], see_call, &see);
    t->outside |= see.found;
  }
  t->follows = follows_pointer(q);
  add_args(w, q, model, f, t);
  add_words(w, q, model, pairs, run, t);
  for (uint32_t i = 0; t->defined && i < f->results; i++) {
    if (f->result[i].role != VD_ROLE_VALUE || t->results++) continue;
    for (int k = 0; k < 2; k++) {
      // The new function has its own order of results.
      const VdFunc *g = w->module[run[k].side]->func.at[func[k]];
      uint32_t at = 0;
      while (g->result[at].role != VD_ROLE_VALUE) at++;
      t->result[k] = run[k].result.result[at];
      t->address |= is_address(w->tm, &t->result[k]);
    }
  }
}

static void trim(VdRuleWork *w, const VdRuleQuestion *q,
                 const VdRuleModel *model) {
  for (uint32_t k = 0; k < (q->partner ? 2 : 1); k++) {
    bool *pair[2] = {model->present[k ? VD_RULE_SECOND : VD_RULE_FIRST],
                     model->present[VD_RULE_NEW]};
    vd_scope_trim(w->rules->crosswalk, q->scope, pair);
  }
}

// Why a model is no evidence.
static const char *reason_of(const VdRuleQuestion *q, bool related, bool ran,
                             const Run *run) {
  if (!related)
    return "internal error, please report: the inputs that the solver gave are "
           "not related";
  if (run->unsure)
    return "static functions that are handed on are not compared with each "
           "other";
  if (!ran || run->result.status != VD_RUN_OK || !vd_rule_is_plain(q))
    return "the functions could not be run on the inputs found";
  return "internal error, please report: the inputs that the solver gave show "
         "no difference";
}

bool vd_rule_evidence(VdRuleWork *w, const VdRuleQuestion *q,
                      const VdRuleModel *model, const uint32_t func[2],
                      const VdRulePairs *pairs, VdRelated *c,
                      const char **why) {
  Codes codes[3] = {0};
  Run run[2] = {0};
  // Inputs in the order of the evidence: the second run's is number 1.
  const uint32_t order[2][3] = {{VD_RULE_FIRST, VD_RULE_NEW, 0},
                                {VD_RULE_FIRST, VD_RULE_SECOND, VD_RULE_NEW}};
  const VdSide side[2][3] = {{VD_OLD, VD_NEW, VD_OLD},
                             {VD_OLD, VD_OLD, VD_NEW}};
  uint32_t inputs = q->partner ? 3 : 2;
  trim(w, q, model);
  for (uint32_t i = 0; i < inputs; i++)
    add_input(w, q->scope, c, side[q->partner][i],
              model->present[order[q->partner][i]], &codes[i]);
  bool related = relate_all(w, q, model, c, codes);
  bool ran = related;
  VdValue mem =
      with_constants(w, start_memory(w, q, model), side[q->partner], func);
  for (int k = 0; k < 2 && ran; k++) {
    VdSide s = side[q->partner][k];
    bool *has = membership(w, s, &codes[k]);
    run[k] = (Run){.w = w, .side = s, .has = has};
    ran = run_one(w, q, model, mem, &run[k], func[k]);
    add_source(w, c, s, func[k], has);
  }
  bool differs = ran && compare_runs(w, c, run, func, pairs);
  if (!differs) *why = reason_of(q, related, ran, &run[0]);
  add_params(w, q, func[0], model, c);
  c->replay = "";
  if (differs) make_test(w, q, model, func, pairs, run, c);
  for (int k = 0; k < 2; k++) {
    vd_buf_done(&run[k].calls);
    vd_map_done(&run[k].literal);
    vd_map_done(&run[k].slot);
  }
  for (int i = 0; i < 3; i++) vd_vec_done(&codes[i]);
  return differs;
}
