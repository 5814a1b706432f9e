// Another interface: what others see of a unit without running it. Each of
// these is a change, whatever programs do.
#include "edit.h"
#include "make.h"

static Var *some_var(Edit *x, Section section) {
  Var *found = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (v->section == section && is_scalar(&v->type) && !v->at &&
        !is_in_step(x->p, v) && !below(x->k, ++n))
      found = v;
  }
  return found;
}

static Var *some_seen(Edit *x) {
  return some_var(x, chance(x->k, 50) ? V_INPUT : V_OUTPUT);
}

static Var *some_global(Edit *x) {
  uint32_t n = x->u->globals.len;
  return n ? x->u->globals.at[below(x->k, n)] : NULL;
}

static Pou *find_pou(const Unit *u, const char *name) {
  for (uint32_t i = 0; i < u->pous.len; i++)
    if (!strcmp(u->pous.at[i]->name, name)) return u->pous.at[i];
  return NULL;
}

// ------------------------------------------------------------------- rules
static bool hide(Edit *x) {
  Var *v = some_seen(x);
  if (!v) return false;
  v->section = V_LOCAL;
  return said(x, "an input or output hidden");
}

static bool call_otherwise(Edit *x) {
  Var *v = some_seen(x);
  if (!v) return false;
  v->name = fresh_name(x->k, x->u, "other");
  return said(x, "an input or output renamed");
}

static void other_value(Var *v) {
  bool flips = v->type.class == T_BOOL;
  int64_t last =
      v->type.class == T_ENUM ? v->type.enumeration->values - 1 : 100;
  v->init[0] = !v->has_init ? 1 : flips ? !v->init[0] : v->init[0] ? 0 : last;
  v->has_init = true;
}

static bool other_default(Edit *x) {
  Var *v = some_seen(x);
  if (!v) return false;
  other_value(v);
  return said(x, "another initial value of an input or output");
}

static bool retain(Edit *x) {
  Var *v = chance(x->k, 50) ? some_seen(x) : some_var(x, V_LOCAL);
  if (!v || v->fixed) return false;
  v->retain = !v->retain;
  return said(x, "RETAIN");
}

static bool global_value(Edit *x) {
  Var *v = some_global(x);
  if (!v) return false;
  other_value(v);
  return said(x, "another initial value of a global");
}

static bool global_name(Edit *x) {
  Var *v = some_global(x);
  if (!v) return false;
  v->name = fresh_name(x->k, x->u, "glob");
  return said(x, "a global renamed");
}

static bool global_retain(Edit *x) {
  Var *v = some_global(x);
  if (!v || v->constant) return false;
  v->retain = !v->retain;
  return said(x, "RETAIN of a global");
}

static bool global_spare(Edit *x) {
  Vars *list = &x->u->globals;
  for (uint32_t i = 0; i < list->len; i++) {
    if (strncmp(list->at[i]->name, "spare", 5)) continue;
    if (chance(x->k, 30)) {
      list->at[i] = list->at[--list->len];
      return said(x, "a global dropped");
    }
    Class *class = &list->at[i]->type.class;
    *class = *class == T_DINT ? T_INT : T_DINT;
    return said(x, "another type of a global");
  }
  return false;
}

static bool address(Edit *x) {
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (!v->at || chance(x->k, 40)) continue;
    v->at = v->type.class == T_BOOL ? name_of(x->k, "%%%cX9000.0", v->at[1])
                                    : name_of(x->k, "%.3s9000", v->at);
    return said(x, "another address");
  }
  return false;
}

static bool task(Edit *x) {
  if (!x->u->instance) return false;
  switch (below(x->k, 4)) {
    case 0: x->u->interval++; return said(x, "another interval");
    case 1: x->u->priority++; return said(x, "another priority");
    case 2: x->u->instance = "P2"; return said(x, "another instance");
    default: x->u->instance = NULL; return said(x, "no configuration");
  }
}

static bool pou_gone(Edit *x) {
  Pou *p = find_pou(x->u, chance(x->k, 50) ? "Extra" : "Spare");
  if (!p) return false;
  if (chance(x->k, 50)) {
    p->name = fresh_name(x->k, x->u, "Gone");
    if (p->result) p->result->name = p->name;
    return said(x, "a POU renamed");
  }
  for (uint32_t i = 0; i < x->u->pous.len; i++)
    if (x->u->pous.at[i] == p)
      x->u->pous.at[i] = x->u->pous.at[--x->u->pous.len];
  return said(x, "a POU dropped");
}

static bool action(Edit *x) {
  Pou *p = find_pou(x->u, "Spare");
  if (!p) return false;
  if (chance(x->k, 50))
    p->actions.at[0]->name = "Clear";
  else
    p->actions.len = 0;
  return said(x, "an action renamed or dropped");
}

static bool order(Edit *x) {
  Pou *p = find_pou(x->u, chance(x->k, 50) ? "Extra" : "Spare");
  Var **first = NULL;
  for (uint32_t i = 0; p && i < p->vars.len; i++) {
    if (p->vars.at[i]->section != V_INPUT) continue;
    if (first) {
      Var *v = *first;
      *first = p->vars.at[i];
      p->vars.at[i] = v;
      return said(x, "inputs in another order");
    }
    first = &p->vars.at[i];
  }
  return false;
}

typedef bool (*Rule)(Edit *x);
static const Rule rules[] = {
    hide,        call_otherwise, other_default, retain,  global_value,
    global_name, global_retain,  global_spare,  address, task,
    task,        pou_gone,       action,        order,   global_value,
};

bool change_interface(Kit *k, Unit *u, VdBuf *what) {
  for (int tries = 0; tries < 30; tries++) {
    Pou *p = program_of(u);
    if (chance(k, 30) && find_pou(u, "Spare")) p = find_pou(u, "Spare");
    Edit x = {k, u, p, what};
    if (rules[below(k, VD_COUNT(rules))](&x)) return true;
  }
  return false;
}

// A variable at an address goes by it, whatever its name is.
bool equal_address(Kit *k, Unit *u, VdBuf *what) {
  Edit x = {k, u, program_of(u), what};
  for (uint32_t i = 0; i < x.p->vars.len; i++) {
    Var *v = x.p->vars.at[i];
    if (!v->at || is_in_step(x.p, v) || chance(k, 50)) continue;
    v->name = fresh_name(k, u, "there");
    u->renamed = true;
    return said(&x, "a variable at an address renamed");
  }
  return false;
}
