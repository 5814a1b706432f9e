// Rule functions as terms: everything they call is opened, memory becomes the
// places they write.
#include <stdlib.h>

#include "base/limit.h"
#include "rules/rules_impl.h"

// ------------------------------------------------------------------ opening

void vd_rule_func_terms(const VdRuleFunc *f, VdTermVec *out) {
  vd_push(out, f->defined);
  for (uint32_t i = 0; i < f->value.len; i++) vd_push(out, f->value.at[i].term);
  if (!vd_term_is_none(f->memory)) vd_push(out, f->memory);
  if (!vd_term_is_none(f->world)) vd_push(out, f->world);
  if (!vd_term_is_none(f->halt)) vd_push(out, f->halt);
}

// In the order of vd_rule_func_terms.
static void set_terms(VdRuleFunc *f, const VdTermVec *terms) {
  uint32_t n = 0;
  f->defined = terms->at[n++];
  for (uint32_t i = 0; i < f->value.len; i++)
    f->value.at[i].term = terms->at[n++];
  if (!vd_term_is_none(f->memory)) f->memory = terms->at[n++];
  if (!vd_term_is_none(f->world)) f->world = terms->at[n++];
  if (!vd_term_is_none(f->halt)) f->halt = terms->at[n++];
}

static void reach(const VdTerms *tm, const VdRuleFunc *f, VdTermVec *out) {
  VdTermVec roots = {0};
  vd_rule_func_terms(f, &roots);
  vd_terms_reach(tm, roots.at, roots.len, out);
  vd_vec_done(&roots);
}

void vd_rule_func_subst(VdTerms *tm, VdRuleFunc *f, const VdMap *map) {
  VdTermVec terms = {0};
  vd_rule_func_terms(f, &terms);
  for (uint32_t i = 0; i < terms.len; i++)
    terms.at[i] = vd_term_subst(tm, terms.at[i], map);
  set_terms(f, &terms);
  vd_vec_done(&terms);
}

void vd_rule_func_copy(const VdRuleFunc *from, VdRuleFunc *to) {
  *to = *from;
  memset(&to->value, 0, sizeof to->value);
  for (uint32_t i = 0; i < from->value.len; i++)
    vd_push(&to->value, from->value.at[i]);
}

void vd_rule_func_done(VdRuleFunc *f) {
  vd_vec_done(&f->value);
}

static bool has_calls(VdTerms *tm, const VdTermVec *terms) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = vd_open_is_call(tm, nodes.at[i]);
  vd_vec_done(&nodes);
  return found;
}

static void refuse(VdRuleFunc *f, const VdFunc *func, const char *why) {
  f->unsupported = why;
  f->pos = func->pos;
}

// The first function that is called and not modelled, or NULL; and whether one
// calls itself. Loops may end after few rounds, and are opened.
typedef struct Called {
  const VdModule *m;
  const VdFunc *unsupported;
  bool recursive;
} Called;

static void note_called(void *context, uint32_t func, const VdInst *inst) {
  Called *called = context;
  const VdFunc *f = called->m->func.at[func];
  called->recursive |= f->recursive && !f->loop;
  if (inst->kind != VD_INST_CALL || called->unsupported) return;
  const VdFunc *callee = called->m->func.at[inst->index];
  if (callee->kind == VD_FUNC_UNSUPPORTED) called->unsupported = callee;
}

static void open_all(VdRuleFunc *f, VdSums *sums, VdTerms *tm,
                     const VdModule *m, uint32_t func) {
  VdTermVec terms = {0};
  Called called = {.m = m};
  vd_ir_each(m, func, note_called, &called);
  vd_rule_func_terms(f, &terms);
  size_t most = vd_terms_count(tm) + vd_limit->rule_open_terms;
  for (uint32_t round = 0;
       round < vd_limit->rule_open_rounds && !called.recursive; round++)
    if (vd_terms_count(tm) > most ||
        !vd_open_calls(tm, &terms, vd_open_any, sums))
      break;
  bool closed = has_calls(tm, &terms);
  set_terms(f, &terms);
  vd_vec_done(&terms);
  if (closed && called.unsupported)
    refuse(f, called.unsupported, called.unsupported->reason);
  else if (closed)
    refuse(f, m->func.at[func],
           "loops and recursion in rule functions are not supported");
}

static void add_result(VdRuleFunc *f, const VdParam *param, VdTerm t,
                       VdArena *arena) {
  switch (param->role) {
    case VD_ROLE_VALUE: {
      const char *name = f->value.len
                             ? vd_arena_printf(arena, "return value, part %u",
                                               f->value.len + 1)
                             : "return value";
      vd_push(&f->value, (VdRuleValue){name, t});
      break;
    }
    case VD_ROLE_MEM: f->memory = t; break;
    case VD_ROLE_WORLD: f->world = t; break;
    case VD_ROLE_HALT: f->halt = t; break;
    case VD_ROLE_HEAP: break;
  }
}

void vd_rule_func_init(VdRuleFunc *f, VdTerms *tm, VdSums *sums,
                       const VdModule *m, uint32_t func, VdArena *arena) {
  const VdFunc *ir = m->func.at[func];
  *f = (VdRuleFunc){0};
  const VdSummary *s = vd_summary(sums, func);
  if (!s) {
    refuse(f, ir, ir->kind == VD_FUNC_UNSUPPORTED ? ir->reason : "no body");
    return;
  }
  f->defined = s->defined;
  for (uint32_t i = 0; i < s->results; i++)
    add_result(f, &ir->result[i], s->result[i], arena);
  open_all(f, sums, tm, m, func);
}

// ----------------------------------------------------------------- pointers

// What is accessed, or must be valid: what was read may not matter in the end,
// but that it was read does.
static bool is_access(VdTerms *tm, VdTerm t, VdTerm *addr) {
  VdOp op = vd_term_op(tm, t);
  if (op != VD_OP_LOAD && op != VD_OP_STORE)
    return vd_access_is_test(tm, t, addr);
  *addr = vd_term_arg(tm, t, 1);
  return true;
}

static void find_bases(VdTerms *tm, const VdRuleFunc *f, VdMap *bases) {
  VdTermVec nodes = {0};
  reach(tm, f, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    if (!is_access(tm, nodes.at[i], &addr)) continue;
    VdTerm base = vd_term_place(tm, addr).base;
    if (vd_term_is_none(base) || vd_term_op(tm, base) != VD_OP_VAR ||
        vd_term_var_kind(tm, base) != VD_VAR_PARAM)
      continue;
    *vd_map_put(bases, base.id) = 1;
  }
  vd_vec_done(&nodes);
}

static VdTerm object_of(VdTerms *tm, VdTerm param) {
  VdBuf key = {0};
  vd_buf_printf(&key, VD_RULE_PARAM "%u", vd_term_var_number(tm, param));
  VdObject object = {.kind = VD_OBJECT_GLOBAL,
                     .key = vd_buf_text(&key),
                     .name = vd_term_var_name(tm, param),
                     .align = 16};
  VdTerm addr = vd_mk_addr(tm, vd_object_put(tm, &object));
  vd_buf_done(&key);
  return addr;
}

static void make_valid(VdTerms *tm, VdRuleFunc *f) {
  f->defined = vd_access_to_objects(tm, f->defined);
  for (uint32_t i = 0; i < f->value.len; i++)
    f->value.at[i].term = vd_access_to_objects(tm, f->value.at[i].term);
}

uint32_t vd_rule_point(VdTerms *tm, VdRuleFunc *const *f, uint32_t sides) {
  VdMap map = {0};
  VdTermVec nodes = {0};
  for (uint32_t k = 0; k < sides; k++) find_bases(tm, f[k], &map);
  uint32_t n = map.len;
  for (uint32_t k = 0; k < sides && n; k++) reach(tm, f[k], &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    uint64_t *slot = vd_map_get(&map, nodes.at[i].id);
    if (slot) *slot = object_of(tm, nodes.at[i]).id;
  }
  for (uint32_t k = 0; k < sides; k++) {
    if (n) vd_rule_func_subst(tm, f[k], &map);
    make_valid(tm, f[k]);
  }
  vd_vec_done(&nodes);
  vd_map_done(&map);
  return n;
}

// ------------------------------------------------------------------ outputs

typedef struct Place {
  VdTerm addr;
  uint32_t object;
  const char *name, *key;  // of the object
  uint64_t offset;
  uint32_t bytes;
} Place;
typedef struct Places {
  VdTerms *tm;
  VD_VEC(Place) list;
  VdMap seen;   // memory terms
  VdMap whole;  // objects in which places overlap: the least number of bytes
                // that is written to them at once
  bool ok;
} Places;

static void take_whole(Places *p, uint32_t object, uint32_t bytes) {
  uint64_t *least = vd_map_put(&p->whole, object);
  if (!*least || bytes < *least) *least = bytes;
}

static void add_place(Places *p, VdTerm addr, uint32_t bytes) {
  VdPlace at = vd_term_place(p->tm, addr);
  if (vd_term_is_none(at.base) || vd_term_op(p->tm, at.base) != VD_OP_ADDR ||
      !vd_term_is_none(at.index) || p->list.len == vd_limit->rule_places) {
    p->ok = false;  // a solver is quicker with memory as a whole
    return;
  }
  uint32_t object = vd_term_object(p->tm, at.base);
  const VdObject *o = vd_object_get(p->tm, object);
  Place place = {addr, object, o->name, o->key, at.offset, bytes};
  for (uint32_t i = 0; i < p->list.len; i++) {
    const Place *q = &p->list.at[i];
    if (q->object != place.object) continue;
    if (q->offset == place.offset && q->bytes == place.bytes) return;
    if (q->offset - place.offset < place.bytes ||
        place.offset - q->offset < q->bytes)
      take_whole(p, object, bytes < q->bytes ? bytes : q->bytes);
  }
  vd_push(&p->list, place);
}

// How far the places in an object reach.
static uint64_t reach_of(const Places *p, uint32_t object) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < p->list.len; i++) {
    const Place *q = &p->list.at[i];
    if (q->object == object && q->offset + q->bytes > most)
      most = q->offset + q->bytes;
  }
  return most;
}

// The start of an object in equal parts, which have all bytes that are written.
static void divide(Places *p, uint32_t object, uint64_t part) {
  const VdObject *o = vd_object_get(p->tm, object);
  uint64_t size = reach_of(p, object);
  uint32_t kept = 0;
  if (size % part) part = 1;
  for (uint32_t i = 0; i < p->list.len; i++)
    if (p->list.at[i].object != object) p->list.at[kept++] = p->list.at[i];
  p->list.len = kept;
  p->ok = p->ok && size / part <= vd_limit->rule_places - kept;
  for (uint64_t at = 0; p->ok && at < size; at += part) {
    VdTerm addr = vd_mk_addr(p->tm, object);
    if (at) addr = vd_mk_add(p->tm, addr, vd_mk_bv(p->tm, 64, at));
    vd_push(&p->list,
            ((Place){addr, object, o->name, o->key, at, (uint32_t)part}));
  }
}

static void divide_all(Places *p) {
  for (uint32_t id = 1; p->whole.len && id <= vd_object_count(p->tm); id++) {
    const uint64_t *part = vd_map_get(&p->whole, id);
    if (part && p->ok) divide(p, id, *part);
  }
}

static void find_places(Places *p, VdTerm mem, VdTerm start) {
  VdTermVec work = {0};
  vd_push(&work, mem);
  while (work.len && p->ok) {
    VdTerm t = vd_pop(&work);
    uint64_t *seen = vd_map_put(&p->seen, t.id);
    if (vd_term_eq(t, start) || (*seen)++) continue;
    VdOp op = vd_term_op(p->tm, t);
    if (op == VD_OP_STORE) {
      VdTerm word = vd_term_arg(p->tm, t, 2);
      add_place(p, vd_term_arg(p->tm, t, 1),
                vd_sort_width(vd_term_sort(p->tm, word)) / 8);
      vd_push(&work, vd_term_arg(p->tm, t, 0));
    } else if (op == VD_OP_ITE) {
      vd_push(&work, vd_term_arg(p->tm, t, 1));
      vd_push(&work, vd_term_arg(p->tm, t, 2));
    } else {
      p->ok = false;
    }
  }
  vd_vec_done(&work);
}

// By name: numbers of objects depend on what was compared before.
static int by_place(const void *a, const void *b) {
  const Place *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  if (!order) order = strcmp(x->key, y->key);
  if (order) return order;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

const char *vd_rule_place_name(VdTerms *tm, VdTerm addr, uint64_t bytes,
                               VdArena *arena) {
  VdPlace place = vd_term_place(tm, addr);
  const VdObject *o = vd_object_get(tm, vd_term_object(tm, place.base));
  bool param = !strncmp(o->key, VD_RULE_PARAM, strlen(VD_RULE_PARAM));
  if (place.offset == 0 && param) return vd_arena_printf(arena, "*%s", o->name);
  if (place.offset == 0 && o->size == bytes)
    return vd_arena_str(arena, o->name);
  return vd_arena_printf(arena, "%s, byte %llu%s", o->name,
                         (unsigned long long)place.offset,
                         bytes > 1 ? " on" : "");
}

static void add_memory(VdTerms *tm, const VdRuleFunc *const f[2],
                       VdArena *arena, VdRulePairs *out) {
  VdTerm start = vd_summary_state(tm, VD_ROLE_MEM), mem[2];
  Places p = {.tm = tm, .ok = true};
  for (int k = 0; k < 2; k++) {
    mem[k] = vd_term_is_none(f[k]->memory)
                 ? start
                 : vd_mem_strip(tm, f[k]->memory, vd_object_is_unseen, NULL);
    find_places(&p, mem[k], start);
  }
  divide_all(&p);
  if (vd_term_eq(mem[0], mem[1])) {
    // nothing to compare
  } else if (!p.ok) {
    VdRulePair pair = {.name = "memory", .term = {mem[0], mem[1]}};
    vd_push(out, pair);
  } else {
    qsort(p.list.at, p.list.len, sizeof *p.list.at, by_place);
    for (uint32_t i = 0; i < p.list.len; i++) {
      const Place *q = &p.list.at[i];
      VdRulePair pair = {
          .name = vd_rule_place_name(tm, q->addr, q->bytes, arena),
          .place = q->addr};
      for (int k = 0; k < 2; k++)
        pair.term[k] = vd_mk_load(tm, mem[k], q->addr, q->bytes);
      vd_push(out, pair);
    }
  }
  vd_vec_done(&p.list);
  vd_map_done(&p.whole);
  vd_map_done(&p.seen);
}

static VdTerm or_default(VdTerm t, VdTerm none) {
  return vd_term_is_none(t) ? none : t;
}

static void add_pair(VdRulePairs *out, const char *name, VdTerm a, VdTerm b,
                     VdTerm none) {
  VdRulePair pair = {.name = name,
                     .term = {or_default(a, none), or_default(b, none)},
                     .always = !vd_term_is_none(none)};
  if (!vd_term_eq(pair.term[0], pair.term[1])) vd_push(out, pair);
}

bool vd_rule_pairs(VdTerms *tm, const VdRuleFunc *const f[2], VdArena *arena,
                   VdRulePairs *out) {
  if (f[0]->value.len != f[1]->value.len) return false;
  for (uint32_t i = 0; i < f[0]->value.len; i++) {
    VdTerm a = f[0]->value.at[i].term, b = f[1]->value.at[i].term;
    if (!vd_sort_eq(vd_term_sort(tm, a), vd_term_sort(tm, b))) return false;
    add_pair(out, f[0]->value.at[i].name, a, b, VD_TERM_NONE);
  }
  add_memory(tm, f, arena, out);
  add_pair(out, "calls to the outside", f[0]->world, f[1]->world,
           vd_summary_state(tm, VD_ROLE_WORLD));
  add_pair(out, "end of the program", f[0]->halt, f[1]->halt,
           vd_mk_bool(tm, false));
  return true;
}

VdTerm vd_rule_alike(VdTerms *tm, const VdRuleFunc *const f[2],
                     const VdRulePairs *pairs) {
  VdTerm no = vd_mk_bool(tm, false), always = vd_mk_bool(tm, true),
         returned = always;
  for (uint32_t i = 0; i < pairs->len; i++) {
    const VdRulePair *p = &pairs->at[i];
    VdTerm e = vd_mk_eq(tm, p->term[0], p->term[1]);
    if (p->always)
      always = vd_mk_and(tm, always, e);
    else
      returned = vd_mk_and(tm, returned, e);
  }
  // A program that ended has left nothing but its calls to the outside.
  VdTerm ended =
      vd_mk_and(tm, or_default(f[0]->halt, no), or_default(f[1]->halt, no));
  return vd_mk_and(tm, always, vd_mk_or(tm, ended, returned));
}
