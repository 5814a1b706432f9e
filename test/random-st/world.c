// What is around a program, and what others see of it: globals that the HMI
// writes, constants, addresses, a configuration, and POUs that only others use.
#include "make.h"

static Var *add_global(Maker *m, const char *stem, Type type) {
  Var *v = VD_NEW(&m->kit->arena, Var);
  *v = (Var){.name = name_of(m->kit, "%s%d", stem, m->names++),
             .section = V_GLOBAL,
             .type = type};
  if (maybe(m, 50)) {
    v->has_init = true;
    v->init[0] = some_value(m, &type);
  }
  vd_push(&m->unit->globals, v);
  return v;
}

// Some are only read, some are constant, some are written by the program.
void make_globals(Maker *m) {
  for (uint32_t n = 1 + roll(m, 3); n > 0; n--) {
    Var *v = add_global(m, "g", some_type(m));
    uint32_t r = roll(m, 100);
    v->fixed = r < 65;
    v->constant = r < 20;
  }
}

// Words of 16 bytes each: nothing overlaps.
static const char *address_for(Maker *m, const Var *v, int n) {
  char area = v->section == V_INPUT ? 'I' : 'Q';
  switch (v->type.class) {
    case T_BOOL: return name_of(m->kit, "%%%cX%d.%d", area, 16 * n, n % 8);
    case T_SINT:
    case T_BYTE: return name_of(m->kit, "%%%cB%d", area, 16 * n);
    case T_INT:
    case T_UINT:
    case T_ENUM: return name_of(m->kit, "%%%cW%d", area, 8 * n);
    default: return name_of(m->kit, "%%%cD%d", area, 4 * n);
  }
}

static void place_vars(Maker *m) {
  Pou *p = program_of(m->unit);
  for (uint32_t i = 0; i < p->vars.len; i++) {
    Var *v = p->vars.at[i];
    bool seen = v->section == V_INPUT || v->section == V_OUTPUT;
    if (seen && is_scalar(&v->type) && maybe(m, 50))
      v->at = address_for(m, v, (int)i + 1);
  }
}

// A function with all that a function can have.
static void make_extra_function(Maker *m) {
  Kit *k = m->kit;
  start_pou(m, P_FUNCTION, "Extra");
  Pou *p = m->pou;
  p->type = plain(int_class(m));
  add_vars(m, "p", V_INPUT, 1 + roll(m, 3));
  if (maybe(m, 60)) add_vars(m, "o", V_OUTPUT, 1 + roll(m, 2));
  if (maybe(m, 40)) add_vars(m, "r", V_IN_OUT, 1);
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.at[i]->section == V_IN_OUT) p->vars.at[i]->has_init = false;
  p->result = new_var(k, p, p->name, V_RESULT, p->type);
  vd_push(&p->body,
          mk_assign(k, mk_var(k, p->result), expr_for(m, p->type, 3)));
  make_block(m, &p->body, roll(m, 3));
  set_outputs(m, &p->body);
  if (maybe(m, 50)) {
    Var *g = add_global(m, "only", some_type(m));
    vd_push(&p->body, mk_assign(k, mk_var(k, g), expr_for(m, g->type, 2)));
  }
  end_pou(m);
}

// An FB with an action that its body does not call.
static void make_extra_fb(Maker *m) {
  start_pou(m, P_FB, "Spare");
  Pou *p = m->pou;
  add_vars(m, "in", V_INPUT, 1 + roll(m, 3));
  add_vars(m, "out", V_OUTPUT, 1 + roll(m, 2));
  add_vars(m, "st", V_LOCAL, 1 + roll(m, 2));
  make_block(m, &p->body, 1 + roll(m, 3));
  set_outputs(m, &p->body);
  Action *a = VD_NEW(&m->kit->arena, Action);
  a->name = "Reset";
  make_block(m, &a->body, 1 + roll(m, 2));
  vd_push(&p->actions, a);
  end_pou(m);
}

void make_world(Maker *m) {
  Unit *u = m->unit;
  if (u->alone || !maybe(m, 40)) return;
  u->whole = true;
  if (maybe(m, 50)) place_vars(m);
  if (maybe(m, 50)) make_extra_fb(m);
  if (maybe(m, 50)) make_extra_function(m);
  if (maybe(m, 50)) add_global(m, "spare", plain(int_class(m)))->fixed = true;
  if (maybe(m, 60)) {
    u->instance = "P1";
    u->interval = 10 + (int)roll(m, 90);
    u->priority = 1 + (int)roll(m, 5);
  }
}
