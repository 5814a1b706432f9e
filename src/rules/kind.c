// Rule functions of two modules, as the driver asks about them: pairs by name,
// one after the other in a worker that read the files.
#include "base/limit.h"
#include "drive/drive.h"
#include "plan/plan.h"
#include "rules/rules_impl.h"

// --------------------------------------------------------------------- terms

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
  if (w->tm && vd_terms_count(w->tm) < vd_limit->rule_terms_kept) return;
  if (w->tm) terms_done(w);
  w->tm = vd_terms_new();
  for (int k = 0; k < 2; k++)
    if (w->module[k]) w->sums[k] = vd_sums_new(w->tm, w->module[k]);
  merge_handed(w);
}

// ----------------------------------------------------------------- questions

typedef struct Asked {
  VdRuleWork *w;
  uint32_t sides;            // 1: the old functions alone
  VD_VEC(uint32_t) func[2];  // by question
  VD_VEC(VdAsk) ask;
} Asked;

static bool key(void *context, uint32_t q, VdBuf *out) {
  Asked *a = context;
  const uint32_t func[2] = {a->func[0].at[q], a->func[1].at[q]};
  const VdFunc *f = a->w->module[VD_OLD]->func.at[func[0]];
  return f->kind == VD_FUNC_DEFINED && vd_rule_key(a->w, func, a->sides, out);
}

static bool was_deadly(Asked *a, uint32_t q, VdVerdict *v) {
  const VdRules *rules = a->w->rules;
  for (uint32_t i = 0; i < rules->deads; i++) {
    const VdRuleDead *dead = &rules->dead[i];
    if (dead->question != q) continue;
    vd_verdict_said(a->w->arena, v, dead->reason, dead->why);
    return true;
  }
  return false;
}

static void note_at(const Asked *a, uint32_t at) {
  if (a->w->rules->at) *(volatile uint32_t *)a->w->rules->at = at;
}

static void work(void *context, VdGroup *group) {
  Asked *a = context;
  uint32_t q = group->question[0];
  const uint32_t func[2] = {a->func[0].at[q], a->func[1].at[q]};
  VdVerdict *v = &group->verdict[0];
  double start = vd_now();
  VD_CHECK(group->n == 1);
  *v = (VdVerdict){.checker = "", .why = ""};
  if (was_deadly(a, q, v)) return;
  note_at(a, q + 1);
  renew_terms(a->w);
  vd_rule_check(a->w, func, a->sides, v);
  note_at(a, 0);
  v->seconds = vd_now() - start;
}

static void settled(void *context, uint32_t q, VdArena *arena, VdVerdict *v) {
  (void)q, (void)arena;
  v->pos = vd_rule_keep_pos(((Asked *)context)->w, v->pos);
}

static const VdCheck here[] = {{"store", NULL, false}, {0}};

static const VdKind rules = {
    .word = "rule", .here = here, .key = key, .work = work, .settled = settled};

// ------------------------------------------------------------------ modules

static bool is_asked_for(const VdRuleWork *w, uint32_t func) {
  const char *only = w->rules->options.only;
  return vd_rule_is_rule(w, VD_OLD, func) &&
         (!only || !strcmp(only, w->module[VD_OLD]->func.at[func]->name));
}

static void ask(Asked *a, uint32_t func, VdComparison *out) {
  VdRuleWork *w = a->w;
  uint32_t to = w->module[VD_NEW] ? vd_rule_partner(w, func) : func;
  if (to == UINT32_MAX) return;  // told as what others see
  const VdFunc *f = w->module[VD_OLD]->func.at[func];
  VdItem item = {.name = vd_arena_str(w->arena, f->name),
                 .old_pos = vd_rule_keep_pos(w, f->pos)};
  if (a->sides == 2)
    item.new_pos = vd_rule_keep_pos(w, w->module[VD_NEW]->func.at[to]->pos);
  VdAsk one = {.item = vd_comparison_add(out, item), .group = a->ask.len};
  vd_push(&a->ask, one);
  vd_push(&a->func[0], func);
  vd_push(&a->func[1], to);
}

static void ask_all(Asked *a, VdComparison *out) {
  VdRuleWork *w = a->w;
  for (uint32_t f = 0; f < w->module[VD_OLD]->func.len; f++)
    if (is_asked_for(w, f)) ask(a, f, out);
  const VdRuleOptions *o = &w->rules->options;
  VdDrive drive = {.kind = &rules,
                   .context = a,
                   .ask = a->ask.at,
                   .n = a->ask.len,
                   .limits = o->limits,
                   .store = w->rules->store,
                   .verify = w->rules->verify,
                   .inner = true,
                   .out = out};
  vd_drive(&drive);
}

// As for veridiff OLD NEW (src/function), but that loops are not looked into.
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
  if (w->module[1]) vd_plan_match_functions(w->module[0], w->module[1]);
  vd_rule_find_handed(w);
}

void vd_rules_compare(const VdRules *given, VdModule *old_module,
                      VdModule *new_module, VdComparison *out) {
  VdRuleWork w = {
      .rules = given, .module = {old_module, new_module}, .arena = &out->arena};
  Asked asked = {.w = &w, .sides = new_module ? 2 : 1};
  w.reader = (VdRuleReader){.rules = given, .out = out, .arena = &out->arena};
  prepare(&w);
  ask_all(&asked, out);
  out->nothing = !asked.ask.len;
  if (new_module) vd_rule_surface(&w, out);
  for (int k = 0; k < 2; k++) vd_vec_done(&asked.func[k]);
  vd_vec_done(&asked.ask);
  terms_done(&w);
  vd_rule_reader_done(&w.reader);
  for (int k = 0; k < 2; k++) vd_scope_done(&w.scope[k]);
}
