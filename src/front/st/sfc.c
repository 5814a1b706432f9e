// The cycle of a network, in the order of CODESYS:
//   1. the time of active steps
//   2. exit actions of steps that were left at the end of the last cycle
//   3. entry actions of steps that were entered then
//   4. the actions of active steps
//   5. action blocks: first those that have ended, then those that are active
//   6. transitions: which steps are left, and which are entered
// Steps change at the end, all at once. So at most one transition of a
// selection fires in a cycle, and no condition sees what another has done.
#include "front/st/sfc_impl.h"

#include <stdlib.h>

#include "base/limit.h"
#include "front/st/walk.h"

// --------------------------------------------------------------- variables
static const char *add_var(VdSfc *s, VdPos pos, const char *name,
                           VdStSection section, const char *type) {
  if (vd_st_name_get(&s->vars, name)) return name;
  VdStSpec *spec = vd_st_spec_name(s->arena, pos, type);
  VdStVar *var = vd_st_var(s->arena, pos, section, name, spec);
  var->made = true;
  vd_st_name_put(&s->vars, name);
  vd_st_add(s->arena, &s->pou->var, var);
  return name;
}

const char *vd_sfc_state(VdSfc *s, VdPos pos, const char *name,
                         const char *mark, const char *type) {
  name = vd_arena_printf(s->arena, "%s%s", name, mark);
  add_var(s, pos, name, VD_ST_VAR, type);
  uint32_t known = s->resets.text.len;
  if (vd_st_name_put(&s->resets, name) > known) {
    VdSfcMake m = {s->arena, pos};
    bool is_bool = vd_st_same(type, "BOOL");
    vd_sfc_set(m, &s->reset, name,
               is_bool ? vd_st_bool(s->arena, pos, false)
                       : vd_st_time(s->arena, pos, 0));
  }
  return name;
}

const char *vd_sfc_memory(VdSfc *s, VdPos pos, const char *name,
                          const char *mark) {
  name = vd_arena_printf(s->arena, "%s%s", name, mark);
  return add_var(s, pos, name, VD_ST_VAR, "BOOL");
}

const char *vd_sfc_temp(VdSfc *s, VdPos pos, const char *name,
                        const char *mark) {
  name = vd_arena_printf(s->arena, "%s%s", name, mark);
  return add_var(s, pos, name, VD_ST_VAR_TEMP, "BOOL");
}

// ------------------------------------------------------------------- steps
static VdStVar *add_field(VdSfc *s, VdStSpec *spec, VdPos pos, const char *name,
                          const char *type) {
  VdStSpec *own = vd_st_spec_name(s->arena, pos, type);
  VdStVar *field = vd_st_var(s->arena, pos, VD_ST_VAR, name, own);
  vd_st_add(s->arena, &spec->field, field);
  return field;
}

static bool reads_time(const VdSfc *s, const VdSfcStep *step) {
  return vd_st_name_get(&s->read_time, step->name) != 0;
}

static void add_step(VdSfc *s, const VdSfcStep *step, const char *name) {
  VdStSpec *spec = vd_st_spec_name(s->arena, step->pos, NULL);
  spec->kind = VD_ST_SPEC_STRUCT;
  VdStVar *x = add_field(s, spec, step->pos, "X", "__VD_STEP");
  if (step->initial) x->init = vd_st_bool(s->arena, step->pos, true);
  if (reads_time(s, step)) add_field(s, spec, step->pos, "T", "TIME");
  VdStVar *var = vd_st_var(s->arena, step->pos, VD_ST_VAR, name, spec);
  var->made = true;
  vd_st_name_put(&s->vars, name);
  vd_st_add(s->arena, &s->pou->var, var);
}

// Steps have the scope of their POU, and so have actions. Networks of actions
// may have steps of the same names.
static const char *name_step(VdSfc *s, const VdSfcNetwork *n,
                             const VdSfcStep *step) {
  const char *name = step->name;
  bool taken = vd_st_name_get(&s->step_names, name) != 0;
  if (taken && n->action)
    name = vd_arena_printf(s->arena, "%s#%s", n->action->name, name);
  else if (vd_st_name_get(&s->vars, name))
    vd_diag(s->diags, VD_ERROR, step->pos,
            "found the name '%s' of a variable, expected another for a step",
            name);
  else if (vd_st_name_get(&s->actions, name))
    name = vd_arena_printf(s->arena, "%s#step", name);
  uint32_t id = vd_st_name_put(&s->step_names, step->name);
  if (id > s->step.len) vd_push(&s->step, (VdSfcName){.var = name});
  s->step.at[id - 1].steps++;
  return name;
}

static void add_steps(VdSfc *s, VdSfcNetwork *n) {
  n->step = VD_NEW_ARRAY(s->arena, const char *, n->net->step.len);
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    const VdSfcStep *step = n->net->step.at[i];
    uint32_t known = n->names.text.len;
    if (vd_st_name_put(&n->names, step->name) <= known) {
      vd_diag(s->diags, VD_ERROR, step->pos, "found a second step '%s'",
              step->name);
      // The numbers of names are those of steps.
      vd_st_name_put(&n->names, vd_arena_printf(s->arena, "#%u", i));
      n->step[i] = step->name;
    } else {
      n->step[i] = name_step(s, n, step);
      add_step(s, step, n->step[i]);
    }
  }
}

// ---------------------------------------------------------------- references
typedef struct Reference {
  VdSfc *s;
  const VdSfcNetwork *network;  // in which it is, or NULL
} Reference;

// Step.X means the step of the same network. Elsewhere it must be clear which.
static void visit_step(void *context, VdStExpr *e) {
  const Reference *r = context;
  if (e->kind != VD_ST_MEMBER || e->base->kind != VD_ST_NAME) return;
  if (!vd_st_same(e->name, "X") && !vd_st_same(e->name, "T")) return;
  const char *name = e->base->name;
  uint32_t own = r->network ? vd_st_name_get(&r->network->names, name) : 0;
  uint32_t id = vd_st_name_get(&r->s->step_names, name);
  if (own) {
    e->base->name = r->network->step[own - 1];
  } else if (id && r->s->step.at[id - 1].steps == 1) {
    e->base->name = r->s->step.at[id - 1].var;
  } else if (id) {
    vd_st_unsupported(r->s->pou, e->pos, "a step that two networks have");
  }
}

static void resolve_steps(VdSfc *s) {
  Reference r = {s, NULL};
  for (uint32_t i = 0; i < s->network.len; i++) {
    r.network = &s->network.at[i];
    vd_st_walk_net(r.network->net, visit_step, &r);
  }
  r.network = NULL;
  vd_st_walk_stmts(&s->pou->body, visit_step, &r);
  for (uint32_t i = 0; i < s->pou->action.len; i++)
    vd_st_walk_stmts(&s->pou->action.at[i]->body, visit_step, &r);
}

static const char *step_var(const VdSfcNetwork *n, const VdStName *name) {
  return n->step[vd_st_name_get(&n->names, name->text) - 1];
}

// ------------------------------------------------------------------ checks
static bool check_step_names(VdSfc *s, const VdSfcNetwork *n,
                             const VdStNames *names) {
  bool good = names->len != 0;
  for (uint32_t i = 0; i < names->len; i++) {
    if (vd_st_name_get(&n->names, names->at[i].text)) continue;
    vd_diag(s->diags, VD_ERROR, names->at[i].pos,
            "found '%s', expected the name of a step", names->at[i].text);
    good = false;
  }
  return good;
}

static bool check_initial(VdSfc *s, const VdSfcNetwork *n) {
  for (uint32_t i = 0; i < n->net->step.len; i++)
    if (n->net->step.at[i]->initial) return true;
  vd_diag(s->diags, VD_ERROR, n->net->pos,
          "found a network without an initial step");
  return false;
}

static bool check_step_action(VdSfc *s, const VdStName *name) {
  if (!name->text || vd_sfc_is_action(s, name->text)) return true;
  vd_diag(s->diags, VD_ERROR, name->pos, "found '%.60s', expected an action",
          name->text);
  return false;
}

static bool check_network(VdSfc *s, const VdSfcNetwork *n) {
  bool good = check_initial(s, n);
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    const VdSfcStep *step = n->net->step.at[i];
    good &= check_step_action(s, &step->entry);
    good &= check_step_action(s, &step->active);
    good &= check_step_action(s, &step->exit);
  }
  for (uint32_t i = 0; i < n->net->transition.len; i++) {
    const VdSfcTransition *t = n->net->transition.at[i];
    good &= check_step_names(s, n, &t->from);
    good &= check_step_names(s, n, &t->to);
  }
  return good;
}

// ------------------------------------------------------------ steps, cycle
static bool has_memory(const VdSfc *s, const VdSfcStep *step) {
  return step->entry.text || step->exit.text || reads_time(s, step);
}

// In the first cycle of a step its time is zero. It stays when the step ends.
static void keep_time(VdSfc *s, VdSfcMake m, const char *var, const char *was,
                      VdStStmts *out) {
  static const VdSfcTime longest = {NULL, INT32_MAX * 1000000LL};
  const char *since = vd_sfc_state(s, m.pos, var, "#since", "__VD_STOPWATCH");
  VdStStmts *active = vd_sfc_if(m, out, vd_sfc_x(m, var));
  VdStStmts *later = vd_sfc_if(m, active, vd_sfc_name(m, was));
  vd_sfc_count(m, later, var, "T", since, longest);
  vd_sfc_assign(m, vd_sfc_else(m, active), vd_sfc_field(m, var, "T"),
                vd_st_time(m.arena, m.pos, 0));
  vd_sfc_set(m, out, since, vd_st_time(m.arena, m.pos, 0));
}

// Entry, exit and active actions, and what they need to know.
static void run_steps(VdSfc *s, VdSfcNetwork *n, VdStStmts *out) {
  VdStStmts exits = {0}, entries = {0}, memory = {0}, active = {0};
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    const VdSfcStep *step = n->net->step.at[i];
    const char *var = n->step[i];
    VdSfcMake m = {s->arena, step->pos};
    if (has_memory(s, step)) {
      const char *was = vd_sfc_state(s, m.pos, var, "#was", "BOOL");
      if (reads_time(s, step)) keep_time(s, m, var, was, out);
      VdStExpr *left =
          vd_sfc_and(m, vd_sfc_name(m, was), vd_sfc_not(m, vd_sfc_x(m, var)));
      VdStExpr *entered =
          vd_sfc_and(m, vd_sfc_x(m, var), vd_sfc_not(m, vd_sfc_name(m, was)));
      if (step->exit.text)
        vd_sfc_call(m, vd_sfc_if(m, &exits, left), step->exit.text);
      if (step->entry.text)
        vd_sfc_call(m, vd_sfc_if(m, &entries, entered), step->entry.text);
      vd_sfc_set(m, &memory, was, vd_sfc_x(m, var));
    }
    if (step->active.text)
      vd_sfc_call(m, vd_sfc_if(m, &active, vd_sfc_x(m, var)),
                  step->active.text);
  }
  const VdStStmts *const order[] = {&exits, &entries, &memory, &active};
  for (size_t k = 0; k < VD_COUNT(order); k++)
    for (uint32_t i = 0; i < order[k]->len; i++)
      vd_st_add(s->arena, out, order[k]->at[i]);
}

// ------------------------------------------------------------- transitions
typedef struct Ranked {
  VdSfcTransition *transition;
  uint32_t index;
} Ranked;

static uint64_t rank(const VdSfcTransition *t) {
  return t->has_priority ? t->priority : UINT64_MAX;
}

static int compare(const void *a, const void *b) {
  const Ranked *one = a, *two = b;
  uint64_t first = rank(one->transition), second = rank(two->transition);
  if (first != second) return first < second ? -1 : 1;
  return one->index < two->index ? -1 : 1;
}

// Those with a smaller number go first, then those without one; else the order
// of the list is kept.
static void sort_transitions(VdSfcNet *net) {
  VD_VEC(Ranked) ranked = {0};
  for (uint32_t i = 0; i < net->transition.len; i++) {
    Ranked r = {net->transition.at[i], i};
    vd_push(&ranked, r);
  }
  if (ranked.len) qsort(ranked.at, ranked.len, sizeof *ranked.at, compare);
  for (uint32_t i = 0; i < ranked.len; i++)
    net->transition.at[i] = ranked.at[i].transition;
  vd_vec_done(&ranked);
}

// An index may be out of range, a divisor zero, and a function may do either;
// ** is a function of the outside.
static void visit_fault(void *context, VdStExpr *e) {
  bool *may_fault = context;
  bool costly =
      e->op == VD_ST_DIV || e->op == VD_ST_MOD || e->op == VD_ST_POWER;
  if (costly || e->kind == VD_ST_CALL || e->kind == VD_ST_INDEX)
    *may_fault = true;
}

// Whether the transition fires goes to a temporary. A condition that can fault
// is evaluated only where it counts; others are, to have few branches.
static void try_condition(VdSfc *s, const VdSfcTransition *t, VdStExpr *ready,
                          const char *fired, VdStStmts *out) {
  VdSfcMake m = {s->arena, t->pos};
  bool may_fault = false;
  vd_st_walk_expr(t->cond, visit_fault, &may_fault);
  if (may_fault) {
    vd_sfc_set(m, out, fired, vd_st_bool(s->arena, t->pos, false));
    vd_sfc_set(m, vd_sfc_if(m, out, ready), fired, t->cond);
  } else {
    vd_sfc_set(m, out, fired, vd_sfc_and(m, ready, t->cond));
  }
}

static void mark(VdSfc *s, const VdSfcNetwork *n, VdPos pos,
                 const VdStNames *steps, const char *what, const char *fired,
                 VdStStmts *out) {
  VdSfcMake m = {s->arena, pos};
  for (uint32_t i = 0; i < steps->len; i++) {
    const char *name = vd_sfc_temp(s, pos, step_var(n, &steps->at[i]), what);
    vd_sfc_set(m, out, name,
               vd_sfc_or(m, vd_sfc_name(m, name), vd_sfc_name(m, fired)));
  }
}

static void fire(VdSfc *s, const VdSfcNetwork *n, const VdSfcTransition *t,
                 VdStStmts *out) {
  VdSfcMake m = {s->arena, t->pos};
  VdStExprs ready = {0};
  for (uint32_t i = 0; i < t->from.len; i++) {
    const char *step = step_var(n, &t->from.at[i]);
    const char *left = vd_sfc_temp(s, t->pos, step, "#left");
    VdStExpr *open = vd_sfc_not(m, vd_sfc_name(m, left));
    vd_st_add(s->arena, &ready, vd_sfc_and(m, vd_sfc_x(m, step), open));
  }
  const char *owner = n->action ? n->action->name : "";
  const char *fired = vd_sfc_temp(s, t->pos, owner, "#fired");
  try_condition(s, t, vd_sfc_all(m, &ready), fired, out);
  mark(s, n, t->pos, &t->from, "#left", fired, out);
  mark(s, n, t->pos, &t->to, "#entered", fired, out);
}

// A step that is left and entered at once stays active.
static void move(VdSfc *s, VdSfcNetwork *n, VdStStmts *out) {
  VdStStmts firing = {0};
  for (uint32_t i = 0; i < n->net->transition.len; i++)
    fire(s, n, n->net->transition.at[i], &firing);
  VdStStmts moves = {0};
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    const char *var = n->step[i];
    VdSfcMake m = {s->arena, n->net->step.at[i]->pos};
    const char *left = vd_sfc_temp(s, m.pos, var, "#left");
    const char *entered = vd_sfc_temp(s, m.pos, var, "#entered");
    // A network may run twice in a cycle.
    vd_sfc_set(m, out, left, vd_st_bool(s->arena, m.pos, false));
    vd_sfc_set(m, out, entered, vd_st_bool(s->arena, m.pos, false));
    VdStExpr *stays =
        vd_sfc_and(m, vd_sfc_x(m, var), vd_sfc_not(m, vd_sfc_name(m, left)));
    VdStExpr *value = vd_sfc_or(m, stays, vd_sfc_name(m, entered));
    vd_sfc_assign(m, &moves, vd_sfc_x(m, var), value);
  }
  for (uint32_t i = 0; i < firing.len; i++)
    vd_st_add(s->arena, out, firing.at[i]);
  for (uint32_t i = 0; i < moves.len; i++)
    vd_st_add(s->arena, out, moves.at[i]);
}

// ------------------------------------------------------------------- flags
static VdStExpr *flag(const VdSfc *s, VdSfcMake m, const VdSfcNet *net,
                      const char *name, uint32_t unused) {
  if (net->unused_flags & unused) return NULL;
  for (uint32_t i = 0; i < s->pou->var.len; i++)
    if (vd_st_same(s->pou->var.at[i]->name, name)) return vd_sfc_name(m, name);
  return NULL;
}

static void reset_steps(VdSfc *s, VdSfcMake m, const VdSfcNetwork *n,
                        VdStStmts *out) {
  for (uint32_t i = 0; i < n->net->step.len; i++) {
    const VdSfcStep *step = n->net->step.at[i];
    vd_sfc_assign(m, out, vd_sfc_x(m, n->step[i]),
                  vd_st_bool(s->arena, m.pos, step->initial));
    if (reads_time(s, step))
      vd_sfc_assign(m, out, vd_sfc_field(m, n->step[i], "T"),
                    vd_st_time(s->arena, m.pos, 0));
  }
  for (uint32_t i = 0; i < s->reset.len; i++)
    vd_st_add(s->arena, out, s->reset.at[i]);
}

// SFCInit and SFCReset start anew; SFCInit and SFCPause let nothing run.
static void obey_flags(VdSfc *s, const VdSfcNetwork *n, VdStStmts *out,
                       const VdStStmts *body) {
  VdSfcMake m = {s->arena, n->net->pos};
  const VdSfcNet *net = n->net;
  VdStExpr *again = vd_sfc_or(m, flag(s, m, net, "SFCInit", VD_SFC_NO_INIT),
                              flag(s, m, net, "SFCReset", VD_SFC_NO_RESET));
  VdStExpr *stop = vd_sfc_or(m, flag(s, m, net, "SFCInit", VD_SFC_NO_INIT),
                             flag(s, m, net, "SFCPause", VD_SFC_NO_PAUSE));
  if (again) reset_steps(s, m, n, vd_sfc_if(m, out, again));
  if (stop) out = vd_sfc_if(m, out, vd_sfc_not(m, stop));
  for (uint32_t i = 0; i < body->len; i++)
    vd_st_add(s->arena, out, body->at[i]);
}

// CODESYS flags that do more than is modelled.
static void check_flags(VdSfc *s) {
  static const char *const names[] = {
      "SFCError",   "SFCEnableLimit",     "SFCErrorStep",   "SFCErrorPOU",
      "SFCTrans",   "SFCQuitError",       "SFCCurrentStep", "SFCTip",
      "SFCTipMode", "SFCErrorAnalyzation"};
  for (uint32_t i = 0; i < s->pou->var.len; i++)
    for (size_t k = 0; k < VD_COUNT(names); k++)
      if (vd_st_same(s->pou->var.at[i]->name, names[k]))
        vd_st_unsupported(s->pou, s->pou->var.at[i]->pos,
                          vd_arena_printf(s->arena, "the flag %s", names[k]));
}

// -------------------------------------------------------------------- POUs
static void translate_network(VdSfc *s, VdSfcNetwork *n, VdStStmts *out) {
  VdStStmts body = {0};
  s->reset = (VdStStmts){0};
  vd_names_done(&s->resets);
  sort_transitions(n->net);
  run_steps(s, n, &body);
  vd_sfc_actions(s, n, &body);
  move(s, n, &body);
  obey_flags(s, n, out, &body);
}

static bool is_small(VdSfc *s) {
  uint64_t steps = 0;
  for (uint32_t i = 0; i < s->network.len; i++)
    steps += s->network.at[i].net->step.len;
  if (steps <= vd_limit->sfc_steps) return true;
  vd_st_unsupported(
      s->pou, s->network.at[0].net->pos,
      vd_arena_printf(s->arena, "more than %d steps", vd_limit->sfc_steps));
  return false;
}

static void add_network(VdSfc *s, VdSfcNet *net, VdStAction *action) {
  VdSfcNetwork n = {.net = net, .action = action};
  if (net) vd_push(&s->network, n);
}

static void translate_networks(VdSfc *s) {
  uint32_t before = s->diags->errors;
  bool good = true;
  for (uint32_t i = 0; i < s->network.len; i++) add_steps(s, &s->network.at[i]);
  resolve_steps(s);
  for (uint32_t i = 0; i < s->network.len; i++)
    good &= check_network(s, &s->network.at[i]);
  for (uint32_t i = 0; i < s->network.len; i++)
    vd_sfc_collect(s, &s->network.at[i]);
  if (!good || s->pou->reason || s->diags->errors != before) return;
  for (uint32_t i = 0; i < s->network.len; i++) {
    VdSfcNetwork *n = &s->network.at[i];
    translate_network(s, n, n->action ? &n->action->body : &s->pou->body);
  }
}

static void translate_pou(VdSfc *s) {
  add_network(s, s->pou->sfc, NULL);
  for (uint32_t i = 0; i < s->pou->action.len; i++)
    add_network(s, s->pou->action.at[i]->sfc, s->pou->action.at[i]);
  if (!s->network.len || !is_small(s)) return;
  if (s->pou->kind == VD_ST_FUNCTION) {
    vd_diag(s->diags, VD_ERROR, s->network.at[0].net->pos,
            "found steps in a FUNCTION, which keeps nothing");
    return;
  }
  for (uint32_t i = 0; i < s->pou->var.len; i++)
    vd_st_name_put(&s->vars, s->pou->var.at[i]->name);
  for (uint32_t i = 0; i < s->pou->action.len; i++)
    vd_st_name_put(&s->actions, s->pou->action.at[i]->name);
  check_flags(s);
  if (!s->pou->reason) translate_networks(s);
}

static void pou_done(VdSfc *s) {
  for (uint32_t i = 0; i < s->network.len; i++) {
    vd_names_done(&s->network.at[i].names);
    vd_vec_done(&s->network.at[i].use);
  }
  s->pou->sfc = NULL;
  for (uint32_t i = 0; i < s->pou->action.len; i++)
    s->pou->action.at[i]->sfc = NULL;
  s->network.len = s->control.len = s->step.len = 0;
  vd_names_done(&s->vars);
  vd_names_done(&s->actions);
  vd_names_done(&s->step_names);
  vd_names_done(&s->control_names);
  vd_names_done(&s->resets);
}

// Of Step.T and Instance.Step.T the name of the step.
static void visit_time(void *context, VdStExpr *e) {
  VdSfc *s = context;
  if (e->kind != VD_ST_MEMBER || !vd_st_same(e->name, "T")) return;
  if (e->base->kind == VD_ST_NAME || e->base->kind == VD_ST_MEMBER)
    vd_st_name_put(&s->read_time, e->base->name);
}

void vd_sfc_translate(VdStUnit *unit, VdDiags *diags) {
  VdSfc s = {.unit = unit, .arena = &unit->arena, .diags = diags};
  for (uint32_t i = 0; i < unit->pou.len; i++)
    vd_st_walk_pou(unit->pou.at[i], visit_time, &s);
  for (uint32_t i = 0; i < unit->global.len; i++)
    vd_st_name_put(&s.globals, unit->global.at[i]->name);
  for (uint32_t i = 0; i < unit->pou.len; i++) {
    s.pou = unit->pou.at[i];
    translate_pou(&s);
    pou_done(&s);
  }
  vd_vec_done(&s.network);
  vd_vec_done(&s.control);
  vd_vec_done(&s.step);
  vd_names_done(&s.read_time);
  vd_names_done(&s.globals);
}
