// Action blocks. One control for each action of a POU, as the standard's
// ACTION_CONTROL has it: flip-flops, timers and edges, which say whether the
// action is active (Q). An action runs while Q, and once more when Q has ended.
#include "front/st/sfc_impl.h"

#include <stdlib.h>
#include <strings.h>

#define BIT(qualifier) (1u << (qualifier))
#define STORED \
  (BIT(VD_SFC_S) | BIT(VD_SFC_SD) | BIT(VD_SFC_DS) | BIT(VD_SFC_SL))
#define PULSES (BIT(VD_SFC_P0) | BIT(VD_SFC_P1))

// ------------------------------------------------------------------- names
static VdStVar *find_var(const VdStVars *vars, const char *name, size_t len) {
  for (uint32_t i = 0; i < vars->len; i++) {
    const char *own = vars->at[i]->name;
    if (strlen(own) == len && !strncasecmp(own, name, len)) return vars->at[i];
  }
  return NULL;
}

static const VdStPou *fb_of(const VdSfc *s, const VdStVar *var) {
  const VdStSpec *spec = var ? var->spec : NULL;
  if (!spec || spec->kind != VD_ST_SPEC_NAME) return NULL;
  for (uint32_t i = 0; i < s->unit->pou.len; i++)
    if (vd_st_same(s->unit->pou.at[i]->name, spec->name))
      return s->unit->pou.at[i];
  return NULL;
}

static bool is_path(const char *text) {
  do {
    size_t n = strspn(text,
                      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "0123456789_");
    if (!n || (*text >= '0' && *text <= '9')) return false;
    text += n;
  } while (*text == '.' && *++text);
  return !*text;
}

bool vd_sfc_is_action(const VdSfc *s, const char *path) {
  const VdStPou *pou = s->pou;
  if (!strchr(path, '.')) return vd_st_name_get(&s->actions, path) != 0;
  for (;;) {
    size_t len = strcspn(path, ".");
    if (!path[len]) return vd_st_action_get(pou, path) != NULL;
    VdStVar *var = find_var(&pou->var, path, len);
    if (!var && pou == s->pou) var = find_var(&s->unit->global, path, len);
    pou = fb_of(s, var);
    if (!pou) return false;
    path += len + 1;
  }
}

static bool is_declared(const VdSfc *s, const char *path) {
  char *first = vd_arena_str(s->arena, path);
  first[strcspn(first, ".")] = '\0';
  return vd_st_name_get(&s->vars, first) || vd_st_name_get(&s->globals, first);
}

// ----------------------------------------------------------------- collect
// What a step does right here is an action of its own.
static const char *add_inline(VdSfc *s, const char *step, uint32_t k,
                              const VdSfcBlock *block) {
  VdStAction *action = VD_NEW(s->arena, VdStAction);
  action->name = vd_arena_printf(s->arena, "%s#%u", step, k + 1);
  action->pos = block->pos;
  action->body = block->body;
  vd_st_add(s->arena, &s->pou->action, action);
  return action->name;
}

static bool check_name(VdSfc *s, const VdStName *name) {
  if (!is_path(name->text)) {
    const char *what =
        vd_arena_printf(s->arena, "the action '%.60s'", name->text);
    vd_st_unsupported(s->pou, name->pos, what);
    return false;
  }
  if (vd_sfc_is_action(s, name->text) || is_declared(s, name->text))
    return true;
  vd_diag(s->diags, VD_ERROR, name->pos,
          "found '%.60s', expected an action or a variable", name->text);
  return false;
}

static void note_time(VdSfcControl *c, const VdSfcBlock *block) {
  VdSfcQualifier q = block->qualifier;
  const VdStExpr *time = block->time;
  bool known = time->kind == VD_ST_LITERAL && time->literal == VD_ST_LIT_TIME &&
               (!time->prefix || vd_st_same(time->prefix, "TIME"));
  bool first = !(c->qualifiers & BIT(q));
  if (!known || (!first && c->time[q] != time->bits)) c->varies[q] = true;
  if (known) c->time[q] = time->bits;
}

static void add_use(VdSfc *s, VdSfcNetwork *n, const char *step,
                    const VdSfcBlock *block, const char *name) {
  uint32_t known = s->control_names.text.len;
  uint32_t id = vd_st_name_put(&s->control_names, name);
  if (id > known) {
    VdSfcControl fresh = {
        .name = name,
        .is_code = !block->action.text || vd_sfc_is_action(s, name)};
    vd_push(&s->control, fresh);
  }
  VdSfcControl *c = &s->control.at[id - 1];
  if (block->time) note_time(c, block);
  c->qualifiers |= BIT(block->qualifier);
  VdSfcUse use = {id - 1, n->use.len, step, block};
  vd_push(&n->use, use);
}

void vd_sfc_collect(VdSfc *s, VdSfcNetwork *n) {
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    VdSfcStep *step = n->net->step.at[i];
    for (uint32_t k = 0; k < step->block.len; k++) {
      VdSfcBlock *block = &step->block.at[k];
      const char *name = block->action.text;
      if (!name)
        name = add_inline(s, n->step[i], k, block);
      else if (!check_name(s, &block->action))
        continue;
      add_use(s, n, n->step[i], block, name);
    }
  }
}

// ----------------------------------------------------------------- control
// One action in one network.
typedef struct Group {
  VdSfc *s;
  const VdSfcControl *control;
  const VdSfcUse *use;
  uint32_t uses;
  VdSfcMake m;
  VdStStmts *out;
  const char *now, *pulse;  // temporaries, NULL if there are none
  const char *last;         // Q of the last cycle, NULL if it is not needed
  const char *pulsed;       // of a variable: was there a pulse?
} Group;

static const char *state(Group *g, VdSfcQualifier q, const char *part,
                         const char *type) {
  const char *mark =
      vd_arena_printf(g->s->arena, "#%s%s", vd_sfc_qualifier_text(q), part);
  return vd_sfc_state(g->s, g->m.pos, g->control->name, mark, type);
}

// Is one of the steps active that have the action with this qualifier? NULL
// if there are none.
static VdStExpr *any(Group *g, VdSfcQualifier q) {
  VdStExprs list = {0};
  for (uint32_t i = 0; i < g->uses; i++)
    if (g->use[i].block->qualifier == q)
      vd_st_add(g->m.arena, &list, vd_sfc_x(g->m, g->use[i].step));
  return vd_sfc_any(g->m, &list);
}

static VdStExpr *unless_reset(Group *g, VdStExpr *a) {
  VdStExpr *reset = any(g, VD_SFC_R);
  return reset && a ? vd_sfc_and(g->m, a, vd_sfc_not(g->m, reset)) : a;
}

// A flip-flop; what resets it goes first.
static const char *flip_flop(Group *g, VdSfcQualifier q, VdStExpr *set) {
  const char *name = state(g, q, "", "BOOL");
  VdStExpr *value = vd_sfc_or(g->m, vd_sfc_name(g->m, name), set);
  vd_sfc_set(g->m, g->out, name, unless_reset(g, value));
  return name;
}

// The time of a timed qualifier is that of the step which was active last.
static VdSfcTime time_of(Group *g, VdSfcQualifier q) {
  if (!g->control->varies[q])
    return (VdSfcTime){NULL, (int64_t)g->control->time[q]};
  const char *name = state(g, q, ".PT", "TIME");
  for (uint32_t i = 0; i < g->uses; i++) {
    if (g->use[i].block->qualifier != q) continue;
    VdStStmts *body = vd_sfc_if(g->m, g->out, vd_sfc_x(g->m, g->use[i].step));
    vd_sfc_set(g->m, body, name, g->use[i].block->time);
  }
  return (VdSfcTime){name, 0};
}

// As TON: has it been true for the time? It is made anew by make.
static VdStExpr *timer(Group *g, VdSfcQualifier q,
                       VdStExpr *(*make)(Group *, VdSfcQualifier)) {
  VdSfcMake m = g->m;
  VdStExpr *zero = vd_st_time(m.arena, m.pos, 0);
  const char *memory = state(g, q, ".M", "BOOL");
  const char *elapsed = state(g, q, ".ET", "TIME");
  const char *since = state(g, q, ".since", "__VD_STOPWATCH");
  VdSfcTime limit = time_of(g, q);
  VdStExpr *on = vd_sfc_and(m, make(g, q), vd_sfc_name(m, memory));
  vd_sfc_count(m, vd_sfc_if(m, g->out, on), elapsed, NULL, since, limit);
  vd_sfc_set(m, vd_sfc_else(m, g->out), elapsed, zero);
  vd_sfc_set(m, g->out, since, vd_st_time(m.arena, m.pos, 0));
  vd_sfc_set(m, g->out, memory, make(g, q));
  VdStExpr *over = vd_st_binary(m.arena, m.pos, VD_ST_GE,
                                vd_sfc_name(m, elapsed), vd_sfc_time(m, limit));
  return vd_sfc_and(m, vd_sfc_name(m, memory), over);
}

static VdStExpr *stored(Group *g, VdSfcQualifier q) {
  return vd_sfc_name(g->m, state(g, q, "", "BOOL"));
}

static VdStExpr *any_or_false(Group *g, VdSfcQualifier q) {
  VdStExpr *e = any(g, q);
  return e ? e : vd_st_bool(g->m.arena, g->m.pos, false);
}

static VdStExpr *delayed(Group *g, VdSfcQualifier q) {
  return timer(g, q, any_or_false);
}

static VdStExpr *limited(Group *g, VdSfcQualifier q) {
  VdStExpr *over = delayed(g, q);
  return vd_sfc_and(g->m, any(g, q), vd_sfc_not(g->m, over));
}

static VdStExpr *set(Group *g, VdSfcQualifier q) {
  return vd_sfc_name(g->m, flip_flop(g, q, any(g, q)));
}

static VdStExpr *set_delayed(Group *g, VdSfcQualifier q) {
  flip_flop(g, q, any(g, q));
  return timer(g, q, stored);
}

static VdStExpr *delayed_set(Group *g, VdSfcQualifier q) {
  return vd_sfc_name(g->m, flip_flop(g, q, delayed(g, q)));
}

static VdStExpr *set_limited(Group *g, VdSfcQualifier q) {
  flip_flop(g, q, any(g, q));
  VdStExpr *over = timer(g, q, stored);
  return vd_sfc_and(g->m, stored(g, q), vd_sfc_not(g->m, over));
}

// An edge. What it is goes to a temporary before the memory changes.
static VdStExpr *edge(Group *g, VdSfcQualifier q, bool falling) {
  const char *memory = state(g, q, "", "BOOL");
  const char *mark =
      vd_arena_printf(g->s->arena, "#%s.edge", vd_sfc_qualifier_text(q));
  const char *now = vd_sfc_temp(g->s, g->m.pos, g->control->name, mark);
  VdStExpr *was = vd_sfc_name(g->m, memory);
  VdStExpr *value = falling
                        ? vd_sfc_and(g->m, was, vd_sfc_not(g->m, any(g, q)))
                        : vd_sfc_and(g->m, any(g, q), vd_sfc_not(g->m, was));
  vd_sfc_set(g->m, g->out, now, value);
  vd_sfc_set(g->m, g->out, memory, any(g, q));
  return vd_sfc_name(g->m, now);
}

static VdStExpr *rising_edge(Group *g, VdSfcQualifier q) {
  return edge(g, q, false);
}

static VdStExpr *falling_edge(Group *g, VdSfcQualifier q) {
  return edge(g, q, true);
}

static const struct {
  VdSfcQualifier qualifier;
  VdStExpr *(*make)(Group *g, VdSfcQualifier q);
} makers[] = {
    {VD_SFC_N, any},          {VD_SFC_S, set},
    {VD_SFC_L, limited},      {VD_SFC_D, delayed},
    {VD_SFC_P, rising_edge},  {VD_SFC_SD, set_delayed},
    {VD_SFC_DS, delayed_set}, {VD_SFC_SL, set_limited},
    {VD_SFC_P1, rising_edge}, {VD_SFC_P0, falling_edge},
};

// What is stored counts in every network of the POU, the rest in its own.
static VdStExpr *active_by(Group *g, uint32_t qualifiers) {
  VdStExprs list = {0};
  for (size_t i = 0; i < VD_COUNT(makers); i++) {
    VdSfcQualifier q = makers[i].qualifier;
    bool here = any(g, q) != NULL;
    bool there = (g->control->qualifiers & STORED & BIT(q)) != 0;
    if ((qualifiers & BIT(q)) && (here || there))
      vd_st_add(g->m.arena, &list, makers[i].make(g, q));
  }
  return unless_reset(g, vd_sfc_any(g->m, &list));
}

static void control(Group *g, const VdSfcNetwork *n) {
  const char *mark = "";
  if (n->action) mark = vd_arena_printf(g->s->arena, ".%s", n->action->name);
  VdStExpr *q = active_by(g, ~(PULSES | BIT(VD_SFC_R)));
  if (q) {
    const char *now = vd_arena_printf(g->s->arena, "#now%s", mark);
    g->now = vd_sfc_temp(g->s, g->m.pos, g->control->name, now);
    vd_sfc_set(g->m, g->out, g->now, q);
    g->last = vd_sfc_memory(g->s, g->m.pos, g->control->name, "#Q");
  }
  VdStExpr *pulse = active_by(g, PULSES);
  if (!pulse) return;
  const char *now = vd_arena_printf(g->s->arena, "#pulse%s", mark);
  g->pulse = vd_sfc_temp(g->s, g->m.pos, g->control->name, now);
  vd_sfc_set(g->m, g->out, g->pulse, pulse);
  if (!g->control->is_code)
    g->pulsed = vd_sfc_memory(g->s, g->m.pos, g->control->name, "#pulsed");
}

// -------------------------------------------------------------------- runs
static VdStExpr *name_or_null(Group *g, const char *name) {
  return name ? vd_sfc_name(g->m, name) : NULL;
}

static VdStExpr *runs(Group *g) {
  return vd_sfc_or(g->m, name_or_null(g, g->now), name_or_null(g, g->pulse));
}

static VdStExpr *variable(Group *g) {
  return vd_sfc_path(g->m, g->control->name);
}

// First what has ended: the action once more, or FALSE. A variable that others
// write is reset by R too.
static void run_last(Group *g, VdStStmts *out) {
  VdStExpr *ended = name_or_null(g, g->last);
  VdStExpr *active = runs(g);
  if (!g->control->is_code) ended = vd_sfc_or(g->m, ended, any(g, VD_SFC_R));
  ended = vd_sfc_or(g->m, ended, name_or_null(g, g->pulsed));
  if (!ended) return;
  if (active) ended = vd_sfc_and(g->m, ended, vd_sfc_not(g->m, active));
  if (g->control->is_code)
    vd_sfc_call(g->m, vd_sfc_if(g->m, out, ended), g->control->name);
  else
    vd_sfc_assign(g->m, out, variable(g),
                  vd_sfc_and(g->m, variable(g), vd_sfc_not(g->m, ended)));
}

static void run(Group *g, VdStStmts *out) {
  VdStExpr *active = runs(g);
  if (active && g->control->is_code)
    vd_sfc_call(g->m, vd_sfc_if(g->m, out, active), g->control->name);
  else if (active)
    vd_sfc_assign(g->m, out, variable(g), vd_sfc_or(g->m, variable(g), active));
  if (g->last) vd_sfc_set(g->m, out, g->last, vd_sfc_name(g->m, g->now));
  if (g->pulsed) vd_sfc_set(g->m, out, g->pulsed, vd_sfc_name(g->m, g->pulse));
}

// ------------------------------------------------------------------- order
static int compare(const void *a, const void *b, void *context) {
  const VdSfcUse *one = a, *two = b;
  const VdSfc *s = context;
  int order = one->control == two->control
                  ? 0
                  : strcasecmp(s->control.at[one->control].name,
                               s->control.at[two->control].name);
  if (order) return order;
  return one->order < two->order ? -1 : one->order > two->order;
}

void vd_sfc_actions(VdSfc *s, VdSfcNetwork *n, VdStStmts *out) {
  VD_VEC(Group) group = {0};
  if (n->use.len) qsort_r(n->use.at, n->use.len, sizeof *n->use.at, compare, s);
  for (uint32_t i = 0; i < n->use.len;) {
    Group g = {.s = s,
               .control = &s->control.at[n->use.at[i].control],
               .use = &n->use.at[i],
               .m = {s->arena, n->use.at[i].block->pos},
               .out = out};
    while (i < n->use.len &&
           &s->control.at[n->use.at[i].control] == g.control) {
      g.uses++;
      i++;
    }
    control(&g, n);
    vd_push(&group, g);
  }
  for (uint32_t i = 0; i < group.len; i++) run_last(&group.at[i], out);
  for (uint32_t i = 0; i < group.len; i++) run(&group.at[i], out);
  vd_vec_done(&group);
}
