// All summaries of a module: symbols, objects, and opening of applications.
//
// Keys decide what is the same thing on both sides. A function: its digest. An
// external: its name and sorts. A variable: its name and size. A constant: its
// contents. A local in memory: its size and which one of that size it is.
#include "base/limit.h"
#include "summary/summary_impl.h"

VdSums *vd_sums_new(VdTerms *tm, const VdModule *m) {
  VdSums *sums = vd_alloc(sizeof *sums);
  sums->tm = tm;
  sums->module = m;
  sums->symbol = VD_NEW_ARRAY(&sums->arena, uint32_t, m->func.len);
  sums->summary = VD_NEW_ARRAY(&sums->arena, VdSummary *, m->func.len);
  sums->made = VD_NEW_ARRAY(&sums->arena, bool, m->func.len);
  sums->func_object = VD_NEW_ARRAY(&sums->arena, uint32_t, m->func.len);
  sums->global_object = VD_NEW_ARRAY(&sums->arena, uint32_t, m->global.len);
  return sums;
}

void vd_sums_free(VdSums *sums) {
  if (!sums) return;
  vd_map_done(&sums->func_of);
  vd_arena_done(&sums->arena);
  vd_free(sums);
}

// ----------------------------------------------------------------- symbols

static void key_of(const VdFunc *f, VdBuf *key) {
  char hex[65];
  if (f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED) {
    vd_digest_hex(&f->digest, hex);
    vd_buf_printf(key, "i:%s", hex);
    return;
  }
  static const char *const tag[] = {"i", "pure", "impure", "fresh", "i"};
  vd_buf_printf(key, "%s:%s(", tag[f->kind], f->link);
  for (uint32_t i = 0; i < f->params; i++) {
    vd_sort_print(f->param[i].sort, key);
    vd_buf_char(key, ' ');
  }
  vd_buf_char(key, ')');
  for (uint32_t i = 0; i < f->results; i++) {
    vd_buf_char(key, ' ');
    vd_sort_print(f->result[i].sort, key);
  }
}

static uint32_t make_symbol(VdSums *sums, const VdFunc *f) {
  static const VdFunKind kind[] = {VD_FUN_INTERNAL, VD_FUN_PURE, VD_FUN_IMPURE,
                                   VD_FUN_FRESH, VD_FUN_INTERNAL};
  VdSort *param = VD_NEW_ARRAY(&sums->arena, VdSort, f->params + 1);
  VdSort *result = VD_NEW_ARRAY(&sums->arena, VdSort, f->results + 1);
  VdBuf key = {0};
  for (uint32_t i = 0; i < f->params; i++) param[i] = f->param[i].sort;
  for (uint32_t i = 0; i < f->results; i++) result[i] = f->result[i].sort;
  result[f->results] = vd_sort_bool();
  key_of(f, &key);
  VdFun fun = {.kind = kind[f->kind],
               .key = vd_buf_text(&key),
               .name = f->loop               ? f->name
                       : f->link && *f->link ? f->link
                                             : f->name,
               .params = f->params,
               .param = param,
               .results = f->results + (f->may_be_undefined ? 1 : 0),
               .result = result};
  uint32_t id = vd_fun_put(sums->tm, &fun);
  vd_buf_done(&key);
  return id;
}

uint32_t vd_sums_symbol(VdSums *sums, uint32_t func) {
  if (!sums->symbol[func])
    vd_sums_set_symbol(sums, func,
                       make_symbol(sums, sums->module->func.at[func]));
  return sums->symbol[func];
}

void vd_sums_set_symbol(VdSums *sums, uint32_t func, uint32_t symbol) {
  sums->symbol[func] = symbol;
  *vd_map_put(&sums->func_of, symbol) = (uint64_t)func + 1;
}

// Tables of functions are known by what they point to.
static void forget_tables(VdSums *sums) {
  for (uint32_t i = 0; i < sums->module->global.len; i++)
    if (sums->module->global.at[i].relocs) sums->global_object[i] = 0;
}

void vd_sums_reset_symbol(VdSums *sums, uint32_t func) {
  sums->symbol[func] = 0;
  sums->func_object[func] = 0;
  forget_tables(sums);
}

uint32_t vd_sums_func(const VdSums *sums, uint32_t symbol) {
  const uint64_t *func = vd_map_get(&sums->func_of, symbol);
  return func ? (uint32_t)(*func - 1) : UINT32_MAX;
}

// ----------------------------------------------------------------- objects

// Contents of a constant may hold addresses of other constants, and so on; past
// this many steps, or in a circle, contents count as not known.

static uint32_t global_object(VdSums *sums, uint32_t global, uint32_t depth);

static bool fill_relocs(VdSums *sums, const VdGlobal *g, VdObject *object,
                        uint32_t depth) {
  object->reloc = VD_NEW_ARRAY(&sums->arena, struct VdReloc, g->relocs);
  object->relocs = g->relocs;
  for (uint32_t i = 0; i < g->relocs; i++) {
    uint32_t target = g->reloc[i].function
                          ? vd_sums_func_object(sums, g->reloc[i].index)
                          : global_object(sums, g->reloc[i].index, depth + 1);
    if (!target) return false;
    object->reloc[i] =
        (struct VdReloc){g->reloc[i].offset, target, g->reloc[i].addend};
  }
  return true;
}

// A variable is known by its name. A constant is known by its contents (and by
// its name if another one has the same), with
// addresses in it by the objects they are of, so that tables of functions that
// were proved the same are the same; where contents are not known, by digest.
static void global_key(VdSums *sums, const VdGlobal *g, const VdObject *object,
                       VdBuf *key) {
  char hex[65];
  if (!g->constant || g->external) {
    vd_buf_printf(key, "g:%s:%llu", vd_global_known_as(g),
                  (unsigned long long)g->size);
    return;
  }
  VdDigest digest = g->digest;
  if (object->rom) {
    VdBuf bytes = {0};
    vd_buf_add(&bytes, &g->size, sizeof g->size);
    vd_buf_add(&bytes, object->rom, g->size);
    for (uint32_t i = 0; i < object->relocs; i++)
      vd_buf_printf(&bytes, " %llu %lld %s",
                    (unsigned long long)object->reloc[i].offset,
                    (long long)object->reloc[i].addend,
                    vd_object_get(sums->tm, object->reloc[i].object)->key);
    digest = vd_digest_of(bytes.at, bytes.len);
    vd_buf_done(&bytes);
  }
  vd_digest_hex(&digest, hex);
  vd_buf_printf(key, "c:%s:%s", hex, g->twin ? vd_global_known_as(g) : "");
}

// 0 if it is in a circle or too far down.
static uint32_t global_object(VdSums *sums, uint32_t global, uint32_t depth) {
  const VdGlobal *g = &sums->module->global.at[global];
  if (sums->global_object[global]) return sums->global_object[global];
  if (depth > vd_limit->sums_chain) return 0;
  VdObject object = {.kind = VD_OBJECT_GLOBAL,
                     .name = g->name,
                     .size = g->size,
                     .align = g->align,
                     .hidden = g->hidden,
                     .closed = g->closed};
  uint8_t *zero = NULL;
  if (g->constant && !g->external && fill_relocs(sums, g, &object, depth))
    object.rom = g->init ? g->init : (zero = vd_alloc(g->size + 1));
  if (!object.rom) object.relocs = 0;
  VdBuf key = {0};
  global_key(sums, g, &object, &key);
  object.key = vd_buf_text(&key);
  uint32_t id = vd_object_put(sums->tm, &object);
  vd_free(zero);
  vd_buf_done(&key);
  return sums->global_object[global] = id;
}

uint32_t vd_sums_global_object(VdSums *sums, uint32_t global) {
  return global_object(sums, global, 0);
}

uint32_t vd_sums_func_object(VdSums *sums, uint32_t func) {
  const VdFunc *f = sums->module->func.at[func];
  char hex[65] = "";
  if (sums->func_object[func]) return sums->func_object[func];
  if (f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED)
    vd_digest_hex(&f->digest, hex);
  VdBuf key = {0};
  vd_buf_printf(&key, "f:%s:%s", vd_func_known_as(f), hex);
  VdObject object = {.kind = VD_OBJECT_FUNCTION,
                     .key = vd_buf_text(&key),
                     .name = f->link,
                     .declared = !vd_func_has_body(f),
                     .size = 1,
                     .align = 1};
  sums->func_object[func] = vd_object_put(sums->tm, &object);
  vd_buf_done(&key);
  return sums->func_object[func];
}

uint32_t vd_slot_object(VdSums *sums, const VdFunc *f, uint32_t slot) {
  const VdSlot *s = &f->slot.at[slot];
  uint32_t nth = 0;
  for (uint32_t i = 0; i < slot; i++) nth += f->slot.at[i].size == s->size;
  VdBuf key = {0};
  vd_buf_printf(&key, "s:%llu:%u", (unsigned long long)s->size, nth);
  VdObject object = {.kind = VD_OBJECT_SLOT,
                     .key = vd_buf_text(&key),
                     .name = s->name,
                     .size = s->size,
                     .align = s->align};
  uint32_t id = vd_object_put(sums->tm, &object);
  vd_buf_done(&key);
  return id;
}

uint32_t vd_sums_slot_object(VdSums *sums, uint32_t func, uint32_t slot) {
  return vd_slot_object(sums, sums->module->func.at[func], slot);
}

// -------------------------------------------------------------- parameters

VdTerm vd_summary_state(VdTerms *tm, VdRole role) {
  static const char *const name[] = {"", "memory", "world", "heap", ""};
  VdSort sort = role == VD_ROLE_MEM ? vd_sort_mem() : vd_sort_world();
  return vd_mk_var(tm, VD_VAR_STATE, role, sort, name[role]);
}

// Only the first parameter of a kind of state is that state; a loop may be
// handed an earlier memory too.
static bool is_state(const VdFunc *f, uint32_t i) {
  if (f->param[i].role == VD_ROLE_VALUE) return false;
  for (uint32_t j = 0; j < i; j++)
    if (f->param[j].role == f->param[i].role) return false;
  return true;
}

// Among those that are no states.
static uint32_t number_of(const VdFunc *f, uint32_t i) {
  uint32_t number = 0;
  for (uint32_t j = 0; j < i; j++) number += !is_state(f, j);
  return number;
}

VdTerm vd_summary_param(VdTerms *tm, const VdFunc *f, uint32_t i) {
  if (is_state(f, i)) return vd_summary_state(tm, f->param[i].role);
  return vd_mk_var(tm, VD_VAR_PARAM, number_of(f, i), f->param[i].sort,
                   f->param[i].name);
}

bool vd_summary_same_param(const VdFunc *f, uint32_t i, const VdFunc *g,
                           uint32_t k) {
  if (is_state(f, i) || is_state(g, k))
    return is_state(f, i) && is_state(g, k) &&
           f->param[i].role == g->param[k].role;
  return number_of(f, i) == number_of(g, k) &&
         vd_sort_eq(f->param[i].sort, g->param[k].sort);
}

void vd_sums_merge_object(VdSums *sums, uint32_t func, VdSums *with,
                          uint32_t other) {
  sums->func_object[func] = vd_sums_func_object(with, other);
  forget_tables(sums);
}

void vd_sums_merge(VdSums *sums, uint32_t func, VdSums *with, uint32_t other) {
  vd_sums_set_symbol(sums, func, vd_sums_symbol(with, other));
  vd_sums_merge_object(sums, func, with, other);
}

// --------------------------------------------------------------- summaries

const VdSummary *vd_summary(VdSums *sums, uint32_t func) {
  if (sums->made[func]) return sums->summary[func];
  sums->made[func] = true;
  if (sums->module->func.at[func]->kind == VD_FUNC_DEFINED)
    sums->summary[func] = vd_summary_make(sums, func);
  return sums->summary[func];
}

void vd_summary_forget(VdSums *sums, uint32_t func) {
  sums->made[func] = false;
  sums->summary[func] = NULL;
}

// A callee's locals and indeterminate values are its own in each call: they
// get names made of the application.
static VdTerm own_leaf(VdSums *sums, VdTerm app, VdTerm leaf) {
  VdTerms *tm = sums->tm;
  VdDigest call = vd_terms_digest(tm, &app, 1);
  if (vd_term_op(tm, leaf) == VD_OP_VAR) {
    struct {
      VdDigest call;
      uint32_t kind, number;
    } key = {call, vd_term_var_kind(tm, leaf), vd_term_var_number(tm, leaf)};
    return vd_mk_var_of(tm, VD_VAR_CALL_UNDEF, &key, sizeof key,
                        vd_term_sort(tm, leaf));
  }
  VdObject object = *vd_object_get(tm, vd_term_object(tm, leaf));
  char hex[65];
  VdBuf key = {0};
  vd_digest_hex(&call, hex);
  vd_buf_printf(&key, "%s@%s", object.key, hex);
  object.key = vd_buf_text(&key);
  VdTerm t = vd_mk_addr(tm, vd_object_put(tm, &object));
  vd_buf_done(&key);
  return t;
}

static bool is_own(const VdTerms *tm, VdTerm t) {
  VdOp op = vd_term_op(tm, t);
  if (op == VD_OP_VAR) return vd_term_var_class(tm, t) == VD_VAR_IS_ANY;
  return op == VD_OP_ADDR &&
         vd_object_get(tm, vd_term_object(tm, t))->kind == VD_OBJECT_SLOT;
}

VdTerm vd_summary_open(VdSums *sums, VdTerm app) {
  VdTerms *tm = sums->tm;
  uint32_t func = vd_sums_func(sums, vd_term_fun(tm, app));
  const VdSummary *s = func == UINT32_MAX ? NULL : vd_summary(sums, func);
  if (!s) return VD_TERM_NONE;
  uint32_t result = vd_term_result(tm, app);
  VdTerm body = result == s->results ? s->defined : s->result[result];
  VdTermVec nodes = {0};
  VdMap map = {0};
  // All applications to the same arguments are one call, whichever result they
  // take: the names of its own leaves must not depend on the result.
  VdTerm call = vd_term_with_result(tm, app, 0);
  const VdFunc *f = sums->module->func.at[func];
  for (uint32_t i = 0; i < f->params; i++)
    *vd_map_put(&map, vd_summary_param(tm, f, i).id) =
        vd_term_arg(tm, app, i).id;
  vd_terms_reach(tm, &body, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_own(tm, nodes.at[i]))
      *vd_map_put(&map, nodes.at[i].id) = own_leaf(sums, call, nodes.at[i]).id;
  VdTerm opened = vd_term_subst(tm, body, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return opened;
}

bool vd_summary_apply(VdSums *sums, uint32_t func, const VdTerm *args,
                      VdTerm *results) {
  VdTerms *tm = sums->tm;
  const VdFunc *f = sums->module->func.at[func];
  const VdSummary *s = vd_summary(sums, func);
  if (!s) return false;
  VdTermVec nodes = {0};
  bool ok = true;
  memcpy(results, s->result, s->results * sizeof *results);
  results[s->results] = s->defined;
  vd_terms_reach(tm, results, s->results + 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) ok = ok && !is_own(tm, nodes.at[i]);
  vd_vec_done(&nodes);
  if (!ok) return false;
  VdMap map = {0};
  for (uint32_t i = 0; i < f->params; i++)
    *vd_map_put(&map, vd_summary_param(tm, f, i).id) = args[i].id;
  vd_terms_subst(tm, results, s->results + 1, &map);
  vd_map_done(&map);
  return true;
}

void vd_summary_print(VdSums *sums, uint32_t func, VdBuf *out) {
  const VdFunc *f = sums->module->func.at[func];
  const VdSummary *s = vd_summary(sums, func);
  static const char *const role[] = {"value", "memory", "world", "heap",
                                     "halted"};
  vd_text_print(f->name, out);
  vd_buf_str(out, ":\n");
  if (!s) {
    vd_buf_printf(out, "  unsupported: %s\n", f->reason ? f->reason : "");
    return;
  }
  for (uint32_t i = 0; i < s->results; i++) {
    vd_buf_printf(out, "  %s = ", role[f->result[i].role]);
    VdBuf text = {0};
    vd_term_print(sums->tm, s->result[i], &text);
    vd_buf_printf(out, "%s\n", vd_buf_text(&text));
    vd_buf_done(&text);
  }
  if (vd_term_is_true(sums->tm, s->defined)) return;
  VdBuf text = {0};
  vd_term_print(sums->tm, s->defined, &text);
  vd_buf_printf(out, "  defined = %s\n", vd_buf_text(&text));
  vd_buf_done(&text);
}
