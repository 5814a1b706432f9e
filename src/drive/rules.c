// Rule functions of two modules: pairs by name, the store, and what others see
// of the modules.
#include "drive/plan.h"
#include "drive/rules_drive.h"

// Only `same` is remembered: a claim has positions in files, and is found again
// as quickly as it is read.
static bool recall(VdRuleWork *w, const VdBuf *key, VdRuleVerdict *v,
                   VdRuleComparison *out) {
  VdDigest digest = vd_digest_of(key->at, key->len);
  VdBuf record = {0};
  VdRuleVerdict kept = {0};
  bool known =
      vd_store_get(w->rules->store, &digest, key->at, key->len, &record) &&
      vd_rule_verdict_read(w->arena, record.at, record.len, &kept) &&
      kept.kind == VD_RULE_SAME;
  if (known) {
    kept.name = v->name;
    kept.pos = v->pos;
    kept.from_store = true;
    *v = kept;
    out->hits++;
  } else {
    vd_rule_verdict_done(&kept);
    out->misses++;
  }
  vd_buf_done(&record);
  return known;
}

static void compare_pair(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                         VdRuleComparison *out) {
  const VdFunc *f = w->module[VD_OLD]->func.at[func[0]];
  VdRuleVerdict v = {.name = vd_arena_str(w->arena, f->name),
                     .pos = f->pos,
                     .checker = "",
                     .why = ""};
  double start = vd_now();
  VdBuf key = {0};
  bool keyed = w->rules->store && f->kind == VD_FUNC_DEFINED &&
               vd_rule_key(w, func, sides, &key);
  bool known = keyed && recall(w, &key, &v, out);
  if (!known || w->rules->options.verify) {
    v.from_store = false;
    vd_rule_check(w, func, sides, &v);
    if (known && (v.kind == VD_RULE_DIFFERENT || v.kind == VD_RULE_MISMATCH)) {
      vd_rule_verdict_refute(
          &v, "the store says same, a new proof does not: please report");
    }
    if (keyed && v.kind == VD_RULE_SAME) {
      v.canonical = vd_arena_copy(w->arena, key.at, key.len);
      v.canonical_len = key.len;
    }
  }
  vd_buf_done(&key);
  v.seconds = vd_now() - start;
  v.pos = vd_rule_keep_pos(w, v.pos);
  v.why = vd_arena_str(w->arena, v.why);
  vd_push(&out->verdict, v);
}

// ------------------------------------------------------------------ modules

static bool is_asked_for(const VdRuleWork *w, VdSide side, uint32_t func) {
  const char *only = w->rules->options.only;
  return vd_rule_is_rule(w, side, func) &&
         (!only || !strcmp(only, w->module[side]->func.at[func]->name));
}

static void alone(VdRuleComparison *out, const VdFunc *f, VdSide side,
                  const char *why) {
  vd_push(&out->alone,
          (VdRuleAlone){vd_arena_str(&out->arena, f->name), side, why});
}

static void terms_done(VdRuleWork *w) {
  for (int k = 0; k < 2; k++) vd_sums_free(w->sums[k]);
  vd_terms_free(w->tm);
}

// Who gets the address of a function can only call it, and what it does then
// is compared: the two functions of a pair have one address.
static void merge_handed(VdRuleWork *w) {
  for (uint32_t f = 0; w->module[1] && f < w->module[0]->func.len; f++) {
    uint32_t g = w->handed[0][f] ? vd_rule_partner(w, f) : UINT32_MAX;
    if (g != UINT32_MAX) vd_sums_merge_object(w->sums[1], g, w->sums[0], f);
  }
}

// Some walks over terms take time for every term there is: what earlier
// functions left behind is given up now and then.
static void renew_terms(VdRuleWork *w) {
  enum { MANY_TERMS = 5000 };
  if (w->tm && vd_terms_count(w->tm) < MANY_TERMS) return;
  if (w->tm) terms_done(w);
  w->tm = vd_terms_new();
  for (int k = 0; k < 2; k++)
    if (w->module[k]) w->sums[k] = vd_sums_new(w->tm, w->module[k]);
  merge_handed(w);
}

static void compare_old(VdRuleWork *w, uint32_t i, VdRuleComparison *out) {
  renew_terms(w);
  const VdModule *to = w->module[VD_NEW];
  const VdFunc *f = w->module[VD_OLD]->func.at[i];
  uint32_t func[2] = {i, i};
  if (!to) {
    compare_pair(w, func, 1, out);
    return;
  }
  func[1] = vd_rule_partner(w, i);
  if (func[1] != UINT32_MAX) {
    compare_pair(w, func, 2, out);
    return;
  }
  if (f->local) return;  // what hands it on is compared
  func[1] = vd_module_find_func(to, f->name);
  const VdFunc *g = func[1] == UINT32_MAX ? NULL : to->func.at[func[1]];
  if (!g || g->local || !vd_rule_is_rule(w, VD_NEW, func[1]))
    alone(out, f, VD_OLD, "");
  else
    alone(out, f, VD_OLD,
          vd_arena_printf(&out->arena, "%s became %s", f->type, g->type));
}

static void compare_new(VdRuleWork *w, uint32_t i, VdRuleComparison *out) {
  const VdFunc *g = w->module[VD_NEW]->func.at[i];
  uint32_t f = vd_module_find_func(w->module[VD_OLD], g->name);
  if (!g->local && (f == UINT32_MAX || !vd_rule_is_rule(w, VD_OLD, f)))
    alone(out, g, VD_NEW, "");
}

// As for veridiff OLD NEW (compare.c), but that loops are not looked into.
static void prepare(VdRuleWork *w) {
  for (int k = 0; k < 2; k++)
    if (w->module[k]) vd_rule_mark(w->module[k], (VdSide)k);
  if (w->module[1]) {
    vd_plan_match(w->module[0], w->module[1]);
    vd_ir_twins(w->module);
  }
  for (int k = 0; k < 2; k++) {
    if (!w->module[k]) continue;
    vd_ir_loops(w->module[k]);
    vd_ir_hash(w->module[k]);
  }
  vd_rule_find_handed(w);
}

void vd_rules_compare(const VdRules *rules, VdModule *old_module,
                      VdModule *new_module, VdRuleComparison *out) {
  VdRuleWork w = {
      .rules = rules, .module = {old_module, new_module}, .arena = &out->arena};
  w.reader = (VdRuleReader){.rules = rules, .out = out, .arena = &out->arena};
  prepare(&w);
  for (uint32_t i = 0; i < old_module->func.len; i++)
    if (is_asked_for(&w, VD_OLD, i)) compare_old(&w, i, out);
  for (uint32_t i = 0; new_module && i < new_module->func.len; i++)
    if (is_asked_for(&w, VD_NEW, i)) compare_new(&w, i, out);
  if (new_module) vd_rule_surface(&w, out);
  terms_done(&w);
  vd_rule_reader_done(&w.reader);
  for (int k = 0; k < 2; k++) vd_scope_done(&w.scope[k]);
}
