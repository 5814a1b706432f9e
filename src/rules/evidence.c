// Evidence that rule functions differ: a solver's model becomes inputs, which
// are checked by Definition 9 on the whole crosswalk, and run by the
// interpreter.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/limit.h"
#include "rules/rules_impl.h"

enum { ROOM = 1 << 12 };  // of what a parameter points to

typedef VD_VEC(VdCode) Codes;

// A model on its way to evidence. The two runs are those of a difference, or of
// the old function on both inputs of a mismatch.
typedef struct Evidence {
  VdRuleWork *w;
  const VdRuleQuestion *q;
  const VdRuleModel *model;
  const VdRulePairs *pairs;
  VdRelated *c;
  VdSide side[2];
  const bool *has[2];  // by code of the side
  VdSides sides;
  VdRunner *runner;
  VdCase *run;  // the input, and what came of it
  bool handed;  // both runs have static functions at one place
  bool unsure;  // and not the same ones
} Evidence;

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

// Of objects that parameters point to: which one it is.
static bool is_param_object(const VdObject *o, uint32_t *param) {
  size_t n = strlen(VD_RULE_PARAM);
  if (strncmp(o->key, VD_RULE_PARAM, n)) return false;
  *param = (uint32_t)atoi(o->key + n);
  return true;
}

// Where a place of the terms lies in the runs.
static uint64_t place_address(const Evidence *e, VdTerm addr) {
  VdPlace place = vd_term_place(e->w->tm, addr);
  uint32_t param, object = vd_term_object(e->w->tm, place.base);
  return place.offset +
         (is_param_object(vd_object_get(e->w->tm, object), &param)
              ? vd_inputs_region(param)
              : vd_runner_object(e->runner, object));
}

static const VdValue *param_leaf(const Evidence *e, uint32_t n) {
  const VdRuleQuestion *q = e->q;
  for (uint32_t i = 0; i < q->leaf.len; i++)
    if (vd_term_op(q->tm, q->leaf.at[i]) == VD_OP_VAR &&
        vd_term_var_number(q->tm, q->leaf.at[i]) == n)
      return &e->model->leaf[i];
  return NULL;
}

// Whether the n-th parameter points to an object of its own. An earlier
// function may have left one for a parameter of that number.
static bool is_pointer(const Evidence *e, uint32_t n) {
  const VdTerms *tm = e->w->tm;
  VdSort sort = e->run->param[n].sort;
  uint32_t param;
  if (sort.kind != VD_SORT_BV || sort.a != 64 || param_leaf(e, n)) return false;
  for (uint32_t id = vd_object_count(tm); id; id--)
    if (is_param_object(vd_object_get(tm, id), &param) && param == n)
      return true;
  return false;
}

// What an address is of: something with a name, or what a parameter points to.
static bool region_at(const Evidence *e, const VdValue *v, VdRegion *out) {
  const VdCase *run = e->run;
  if (v->sort.kind != VD_SORT_BV || v->sort.a != 64) return false;
  for (uint32_t i = 0; i < run->region.len; i++) {
    *out = run->region.at[i];
    if (v->bits - out->addr < (out->size ? out->size : ROOM)) return true;
  }
  for (uint32_t n = 0; n < run->params; n++) {
    *out = (VdRegion){.name = run->name[n], .addr = vd_inputs_region(n)};
    if (v->bits - out->addr < ROOM && is_pointer(e, n)) return true;
  }
  return false;
}

static bool is_address(const Evidence *e, const VdValue *v) {
  VdRegion region;
  return region_at(e, v, &region);
}

static bool is_function(const Evidence *e, uint64_t addr) {
  return vd_runner_func_at(e->runner, 0, addr) != UINT32_MAX ||
         vd_runner_func_at(e->runner, 1, addr) != UINT32_MAX;
}

// "\"text\"", "&g + 4", "param"; numbers as such.
static const char *output_text(const Evidence *e, const VdValue *v) {
  VdArena *arena = e->w->arena;
  VdRegion region;
  if (!region_at(e, v, &region)) return value_text(arena, v);
  const char *base = region.text ? vd_arena_printf(arena, "\"%s\"", region.text)
                     : region.global && !is_function(e, region.addr)
                         ? vd_arena_printf(arena, "&%s", region.name)
                         : vd_arena_str(arena, region.name);
  uint64_t offset = v->bits - region.addr;
  if (!offset) return base;
  return vd_arena_printf(arena, "%s + %" PRIu64, base, offset);
}

// A static function may have another name in the new version.
static bool is_static_function(const Evidence *e, int k, const VdValue *v) {
  if (v->sort.kind != VD_SORT_BV || v->sort.a != 64) return false;
  uint32_t f = vd_runner_func_at(e->runner, k, v->bits);
  return f != UINT32_MAX && e->w->handed[e->side[k]][f] &&
         e->w->module[e->side[k]]->func.at[f]->local;
}

// --------------------------------------------------------------------- runs

// Whether an input has what a function asks for. False: there is no answer.
static bool answer(const Evidence *e, int k, bool table, const char *text,
                   bool *yes) {
  VdRuleAtom atom;
  const char *why;
  if (!vd_rule_resolve(&e->w->reader, e->side[k], table, text, &atom, &why))
    return false;
  *yes = false;
  for (uint32_t i = 0; i < vd_rule_atom_codes(&atom); i++)
    *yes |= e->has[k][vd_rule_atom_code(&atom, i)];
  return true;
}

static VdTold tell(void *context, int k, const VdFunc *f, const VdValue *args,
                   VdValue *results) {
  const Evidence *e = context;
  bool table, yes;
  if (!vd_rule_is_question(f, &table)) return VD_TOLD_NOTHING;
  uint32_t g = vd_runner_global_at(e->runner, k, args[0].bits);
  if (g == UINT32_MAX) return VD_TOLD_FAILED;
  const char *text = vd_rule_literal(&e->sides.module[k]->global.at[g]);
  if (!text || !answer(e, k, table, text, &yes)) return VD_TOLD_FAILED;
  *results = vd_value_bool(yes);
  return VD_TOLD;
}

static void add_start(Evidence *e, VdTerm load, const VdValue *value) {
  VdTerms *tm = e->w->tm;
  uint32_t bytes = (uint32_t)vd_term_imm(tm, load);
  VdCell cell = {.addr = place_address(e, vd_term_arg(tm, load, 1)),
                 .len = bytes,
                 .bytes = vd_arena_alloc(e->w->arena, bytes)};
  for (uint32_t b = 0; b < bytes; b++)
    cell.bytes[b] = (uint8_t)(vd_value_limb(value, b / 8) >> (b % 8 * 8));
  vd_push(&e->run->memory, cell);
}

// The model as an input of the runs.
static void make_input(Evidence *e) {
  VdCase *run = e->run = vd_case_new(&e->sides, e->w->arena);
  for (uint32_t n = 0; n < run->params; n++) {
    const VdValue *leaf = param_leaf(e, n);
    if (leaf)
      run->param[n] = *leaf;
    else if (is_pointer(e, n))
      run->param[n] = vd_value_bv(64, vd_inputs_region(n));
  }
  for (uint32_t i = 0; i < e->q->leaf.len; i++)
    if (vd_term_op(e->w->tm, e->q->leaf.at[i]) == VD_OP_LOAD)
      add_start(e, e->q->leaf.at[i], &e->model->leaf[i]);
}

// Runs both; false if one could not be run, or the first is undefined.
static bool run_both(Evidence *e, bool *shows) {
  e->runner = vd_runner_new(&e->sides);
  make_input(e);
  *shows = vd_runner_shows(e->runner, e->run, true);
  if (vd_runner_old_status(e->runner) != VD_RUN_OK) return false;
  VdRunStatus status = e->run->new_outcome.status;
  return status == VD_RUN_OK || status == VD_RUN_UNDEFINED;
}

// ------------------------------------------------------------------ outputs

static VdValue word_at(const Evidence *e, int k, uint64_t addr,
                       uint32_t bytes) {
  VdValue mem = vd_runner_memory(e->runner, k);
  uint64_t limb[8] = {0};
  for (uint32_t i = 0; i < bytes && i < sizeof limb; i++)
    limb[i / 8] |= vd_array_get(mem.array, addr + i) << (i % 8 * 8);
  return vd_value_limbs(e->w->arena, bytes * 8, limb, (bytes + 7) / 8);
}

static void add_output(Evidence *e, const char *name, const VdValue *a,
                       const VdValue *b) {
  bool same = vd_value_eq(a, b);
  bool handed = e->side[0] != e->side[1] && is_static_function(e, 0, a) &&
                is_static_function(e, 1, b);
  e->handed |= handed;
  e->unsure |= handed && !same;
  if (same || handed) return;
  VdRelatedOutput out = {name, {output_text(e, a), output_text(e, b)}};
  vd_push(&e->c->output, out);
}

static void add_words(Evidence *e, const char *name, uint64_t addr,
                      uint32_t bytes) {
  VdValue a = word_at(e, 0, addr, bytes), b = word_at(e, 1, addr, bytes);
  add_output(e, name, &a, &b);
}

static void compare_results(Evidence *e) {
  const VdOutcome *a = &e->run->old_outcome, *b = &e->run->new_outcome;
  for (uint32_t i = 0; i < a->results && i < b->results; i++)
    add_output(e,
               i ? vd_arena_printf(e->w->arena, "return value, part %u", i + 1)
                 : "return value",
               &a->result[i], &b->result[i]);
}

static void compare_memory(Evidence *e) {
  VdTerms *tm = e->w->tm;
  uint32_t before = e->c->output.len;
  for (uint32_t i = 0; i < e->pairs->len; i++) {
    const VdRulePair *p = &e->pairs->at[i];
    if (!vd_term_is_none(p->place))
      add_words(e, p->name, place_address(e, p->place),
                vd_sort_width(vd_term_sort(tm, p->term[0])) / 8);
  }
  uint64_t addr;
  if (e->c->output.len > before || e->unsure ||
      !vd_runner_differing_byte(e->runner, &addr))
    return;
  VdValue v = vd_value_bv(64, addr);
  add_words(
      e,
      is_address(e, &v)
          ? vd_arena_printf(e->w->arena, "memory at %s", output_text(e, &v))
          : vd_arena_printf(e->w->arena, "memory at 0x%" PRIx64, addr),
      addr, 1);
}

static const char *calls_text(Evidence *e, int k, bool *passed) {
  const VdOutcome *o = k ? &e->run->new_outcome : &e->run->old_outcome;
  VdBuf text = {0};
  for (uint32_t i = 0; i < o->event.len; i++) {
    const VdEvent *event = &o->event.at[i];
    vd_buf_printf(&text, "%s%s(", i ? ", " : "", event->link);
    for (uint32_t n = 0; n < event->args; n++) {
      vd_buf_printf(&text, "%s%s", n ? ", " : "",
                    output_text(e, &event->arg[n]));
      *passed |= is_static_function(e, k, &event->arg[n]);
    }
    vd_buf_char(&text, ')');
  }
  const char *out = text.len ? vd_arena_str(e->w->arena, text.at) : "none";
  vd_buf_done(&text);
  return out;
}

static void compare_calls(Evidence *e) {
  bool passed[2] = {false, false};
  VdRelatedOutput out = {.name = "calls to the outside"};
  for (int k = 0; k < 2; k++) out.value[k] = calls_text(e, k, &passed[k]);
  bool differ = vd_runner_calls_differ(e->runner);
  e->handed |= passed[0] && passed[1];
  if (differ && !(passed[0] && passed[1])) vd_push(&e->c->output, out);
}

static const char *undefined_text(const VdRuleWork *w, const VdOutcome *o) {
  VdBuf text = {0};
  w->reader.out->needs_lines |= o->pos.file && !o->pos.column;
  vd_buf_printf(&text, "undefined: %s at ", o->text);
  vd_pos_print(o->pos, &text);
  const char *out = vd_arena_str(w->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return out;
}

// What the two runs did differently.
static void compare_runs(Evidence *e) {
  const VdOutcome *o[2] = {&e->run->old_outcome, &e->run->new_outcome};
  if (o[1]->status != VD_RUN_OK) {
    VdRelatedOutput out = {"behaviour",
                           {"defined", undefined_text(e->w, o[1])}};
    vd_push(&e->c->output, out);
    return;
  }
  if (o[0]->halted != o[1]->halted) {
    VdRelatedOutput out = {
        "end of the program",
        {o[0]->halted ? "yes" : "no", o[1]->halted ? "yes" : "no"}};
    vd_push(&e->c->output, out);
  } else if (!o[0]->halted) {
    compare_results(e);
    compare_memory(e);
  }
  compare_calls(e);
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

static void add_source(const Evidence *e, int k) {
  VdRuleWork *w = e->w;
  VdRelated *c = e->c;
  VdRuleAsks asks = {0};
  vd_rule_asks(e->sides.module[k], e->sides.func[k], &asks);
  for (uint32_t i = 0; i < asks.len; i++) {
    const VdRuleAsk *a = &asks.at[i];
    bool yes;
    if (!answer(e, k, a->table, a->text, &yes) || !yes) continue;
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

static void add_params(const Evidence *e) {
  VdRuleWork *w = e->w;
  const VdRuleQuestion *q = e->q;
  const VdFunc *f = vd_sides_func(&e->sides, 0);
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdTerm t = q->leaf.at[i];
    bool param = vd_term_op(w->tm, t) == VD_OP_VAR;
    VdRelatedLine line = {
        .text = vd_arena_printf(
            w->arena, "%s = %s%s",
            param ? param_name(f, vd_term_var_number(w->tm, t), w->arena)
                  : vd_rule_place_name(w->tm, vd_term_arg(w->tm, t, 1),
                                       vd_term_imm(w->tm, t), w->arena),
            value_text(w->arena, &e->model->leaf[i]),
            param ? "" : " at the start")};
    vd_push(&e->c->param, line);
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

static VdRelatedWord word_of(const Evidence *e, VdTerm addr, uint32_t bytes) {
  VdTerms *tm = e->w->tm;
  VdPlace place = vd_term_place(tm, addr);
  uint32_t object = vd_term_object(tm, place.base);
  VdRelatedWord word = {.offset = place.offset, .bytes = bytes};
  word.is_param = is_param_object(vd_object_get(tm, object), &word.param);
  for (int k = 0; k < 2 && !word.is_param; k++) {
    word.object[k] = name_in(e->w, e->side[k], object);
    e->c->test->inner |= word.object[k] && strchr(word.object[k], '.');
  }
  return word;
}

static void add_answers(const Evidence *e, int k) {
  VdRuleAsks asks = {0};
  vd_rule_asks(e->sides.module[k], e->sides.func[k], &asks);
  for (uint32_t i = 0; i < asks.len; i++) {
    VdRelatedAnswer a = {vd_arena_str(e->w->arena, asks.at[i].text),
                         asks.at[i].table, false};
    answer(e, k, a.table, a.text, &a.yes);
    vd_push(&e->c->test->answer[k], a);
  }
  vd_vec_done(&asks);
}

static void add_end(const Evidence *e, VdTerm place, uint32_t bytes) {
  VdRelatedTest *t = e->c->test;
  VdRelatedWord word = word_of(e, place, bytes);
  for (int k = 0; k < 2; k++) {
    word.value[k] = word_at(e, k, place_address(e, place), bytes);
    t->address |= is_address(e, &word.value[k]);
  }
  vd_push(&t->end, word);
}

// What memory holds in the end is known of runs that end. Where it is compared
// as a whole, what it held at the start is looked at again.
static void add_memory(const Evidence *e) {
  VdTerms *tm = e->w->tm;
  const VdRuleQuestion *q = e->q;
  bool whole = false;
  for (uint32_t i = 0; i < e->pairs->len; i++) {
    const VdRulePair *p = &e->pairs->at[i];
    VdSort sort = vd_term_sort(tm, p->term[0]);
    whole |= sort.kind == VD_SORT_ARRAY;
    if (!vd_term_is_none(p->place))
      add_end(e, p->place, vd_sort_width(sort) / 8);
  }
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdTerm leaf = q->leaf.at[i];
    if (vd_term_op(tm, leaf) != VD_OP_LOAD) continue;
    VdTerm place = vd_term_arg(tm, leaf, 1);
    uint32_t bytes = (uint32_t)vd_term_imm(tm, leaf);
    VdRelatedWord word = word_of(e, place, bytes);
    word.value[0] = e->model->leaf[i];
    vd_push(&e->c->test->start, word);
    if (whole) add_end(e, place, bytes);
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
static void make_test(const Evidence *e) {
  VdArena *arena = e->w->arena;
  const VdCase *run = e->run;
  const VdOutcome *o[2] = {&run->old_outcome, &run->new_outcome};
  VdRelatedTest *t = e->c->test = VD_NEW(arena, VdRelatedTest);
  t->defined = o[1]->status == VD_RUN_OK;
  t->args = run->params;
  t->arg = run->param;
  t->is_object = VD_NEW_ARRAY(arena, bool, run->params + 1);
  for (uint32_t n = 0; n < run->params; n++) t->is_object[n] = is_pointer(e, n);
  for (int k = 0; k < 2; k++) {
    Outside see = {e->sides.module[k], false};
    t->func[k] = vd_arena_str(arena, vd_sides_func(&e->sides, k)->name);
    add_answers(e, k);
    vd_ir_each(see.m, e->sides.func[k], see_call, &see);
    t->outside |= see.found;
  }
  t->follows = follows_pointer(e->q);
  add_memory(e);
  if (!t->defined) return;
  t->results = o[0]->results;
  for (int k = 0; k < 2 && t->results; k++) {
    t->result[k] = o[k]->result[0];
    t->address |= is_address(e, &t->result[k]);
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
static const char *reason_of(const Evidence *e, bool related, bool ran) {
  if (!related)
    return "internal error, please report: the inputs that the solver gave are "
           "not related";
  if (e->handed || e->unsure)
    return "static functions that are handed on are not compared with each "
           "other";
  if (!ran || !vd_rule_is_plain(e->q))
    return "the functions could not be run on the inputs found";
  return "internal error, please report: the inputs that the solver gave show "
         "no difference";
}

static VdSides sides_of(Evidence *e, const uint32_t func[2]) {
  VdSides sides = {.tm = e->w->tm,
                   .arena = e->w->arena,
                   .tell = tell,
                   .context = e,
                   .quiet = true,
                   .few = true};
  for (int k = 0; k < 2; k++) {
    sides.sums[k] = e->w->sums[e->side[k]];
    sides.module[k] = e->w->module[e->side[k]];
    sides.func[k] = func[k];
  }
  return sides;
}

bool vd_rule_evidence(VdRuleWork *w, const VdRuleQuestion *q,
                      const VdRuleModel *model, const uint32_t func[2],
                      const VdRulePairs *pairs, VdRelated *c,
                      const char **why) {
  Codes codes[3] = {0};
  // Inputs in the order of the evidence: the second run's is number 1.
  const uint32_t order[2][3] = {{VD_RULE_FIRST, VD_RULE_NEW, 0},
                                {VD_RULE_FIRST, VD_RULE_SECOND, VD_RULE_NEW}};
  const VdSide side[2][3] = {{VD_OLD, VD_NEW, VD_OLD},
                             {VD_OLD, VD_OLD, VD_NEW}};
  uint32_t inputs = vd_rule_inputs(q);
  Evidence e = {.w = w, .q = q, .model = model, .pairs = pairs, .c = c};
  trim(w, q, model);
  for (uint32_t i = 0; i < inputs; i++)
    add_input(w, q->scope, c, side[q->partner][i],
              model->present[order[q->partner][i]], &codes[i]);
  for (int k = 0; k < 2; k++) {
    e.side[k] = side[q->partner][k];
    e.has[k] = membership(w, e.side[k], &codes[k]);
  }
  e.sides = sides_of(&e, func);
  bool shows = false, related = relate_all(w, q, model, c, codes);
  bool ran = related && run_both(&e, &shows);
  if (ran) compare_runs(&e);
  bool differs = ran && shows && c->output.len;
  if (!differs) *why = reason_of(&e, related, ran);
  for (int k = 0; k < 2 && differs; k++) add_source(&e, k);
  add_params(&e);
  c->replay = "";
  if (differs) make_test(&e);
  if (e.run) vd_case_done(e.run);
  vd_runner_free(e.runner);
  for (int i = 0; i < 3; i++) vd_vec_done(&codes[i]);
  return differs;
}
