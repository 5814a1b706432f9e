// Random programs: their types, functions, function blocks and variables.
#include "make.h"

// ------------------------------------------------------------------- types

static void choose_types(Maker *m) {
  static const Class ints[] = {T_INT,  T_INT,  T_INT, T_UINT,
                               T_UINT, T_DINT, T_SINT};
  m->ints[0] = T_INT;
  m->ints[1] = ints[roll(m, VD_COUNT(ints))];
  m->bytes = maybe(m, 20);
  m->times = maybe(m, m->unit->alone ? 80 : 50);
  m->arrays = maybe(m, 30);
  m->reals = maybe(m, 20);
  m->faulty = maybe(m, 25);
  if (maybe(m, 50)) {
    static const char *const text[] = {"Idle", "Start", "Run", "Wait", "Done"};
    Enum *e = VD_NEW(&m->kit->arena, Enum);
    e->name = "Mode";
    e->values = 2 + (int)roll(m, 4);
    for (int i = 0; i < e->values; i++) e->text[i] = text[i];
    vd_push(&m->unit->enums, e);
    m->enumeration = e;
  }
  if (maybe(m, 20)) {
    static const char *const text[] = {"a", "b", "c", "d"};
    Record *r = VD_NEW(&m->kit->arena, Record);
    r->name = "Pack";
    r->fields = 2 + (int)roll(m, 3);
    for (int i = 0; i < r->fields; i++) {
      r->text[i] = text[i];
      r->field[i] = some_type(m);
    }
    vd_push(&m->unit->records, r);
    m->record = r;
  }
}

static Type array_of(Maker *m, Type type) {
  type.count = 2 + (int)roll(m, 4);
  type.low = (int)roll(m, 2);
  return type;
}

// --------------------------------------------------------------- variables

void add_vars(Maker *m, const char *stem, Section section, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) add_local(m, stem, section, some_type(m));
}

static void add_instances(Maker *m, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t first = m->times ? 0 : LIB_R_TRIG;
    Pou *fb = m->kit->lib[first + roll(m, LIBS - first)];
    add_local(m, "fb", V_LOCAL, (Type){.class = T_FB, .fb = fb});
  }
}

static void add_user_instances(Maker *m) {
  for (uint32_t i = 0; i < m->unit->pous.len; i++) {
    Pou *fb = m->unit->pous.at[i];
    if (fb->kind != P_FB) continue;
    for (uint32_t n = 1 + maybe(m, 30); n > 0; n--)
      add_local(m, "unit", V_LOCAL, (Type){.class = T_FB, .fb = fb});
  }
}

static void add_constants(Maker *m) {
  if (!maybe(m, 20)) return;
  Var *v = add_local(m, "LIM", V_CONSTANT, plain(int_class(m)));
  v->has_init = true;
  v->init[0] = 1 + roll(m, 20);
}

static void add_aggregates(Maker *m) {
  if (m->arrays) {
    add_local(m, "arr", V_LOCAL, array_of(m, some_type(m)));
    if (maybe(m, 15)) add_local(m, "ain", V_INPUT, array_of(m, some_type(m)));
  }
  if (m->record)
    add_local(m, "pack", V_LOCAL,
              (Type){.class = T_STRUCT, .record = m->record});
}

// -------------------------------------------------------------------- POUs

bool pou_writes(Pou *p, const Var *v) {
  Slots places = {0};
  bool found = is_in_step(p, v);
  places_of_pou(p, &places);
  for (uint32_t i = 0; i < places.len; i++) found |= (*places.at[i])->var == v;
  vd_vec_done(&places);
  return found;
}

// Outputs that nothing writes say nothing.
void set_outputs(Maker *m, Block *b) {
  Pou *p = m->pou;
  for (uint32_t i = 0; i < p->vars.len; i++) {
    Var *v = p->vars.at[i];
    if (v->section == V_OUTPUT && is_scalar(&v->type) &&
        (!pou_writes(p, v) || maybe(m, 10)))
      vd_push(b, mk_assign(m->kit, mk_var(m->kit, v), expr_for(m, v->type, 3)));
  }
}

// Something of a variable that can be shown.
static Expr *sight_of(Maker *m, Var *v) {
  Kit *k = m->kit;
  if (v->type.class == T_FB) {
    Pou *fb = v->type.fb;
    for (uint32_t i = 0; i < fb->vars.len; i++)
      if (fb->vars.at[i]->section == V_OUTPUT && !v->type.count)
        return mk_member(k, v, fb->vars.at[i]);
  }
  if (!is_scalar(&v->type)) return NULL;
  Expr *e = mk_var(k, v);
  if (v->type.class == T_BOOL || maybe(m, 40)) return e;
  Op op = is_number(v->type.class) ? OP_GT : OP_EQ;
  return mk_op(k, op, e, some_const(m, v->type));
}

// State that nothing reads says nothing either: some is shown.
static void show_state(Maker *m, Block *b) {
  Pou *p = m->pou;
  uint32_t n = p->vars.len, shown = 0;
  for (uint32_t i = 0; i < n && shown < 3; i++) {
    Var *v = p->vars.at[i];
    if (v->section != V_LOCAL || v->fixed || !maybe(m, is_read(p, v) ? 15 : 80))
      continue;
    Expr *e = sight_of(m, v);
    if (!e) continue;
    Var *y =
        add_local(m, p->kind == P_PROGRAM ? "y" : "out", V_OUTPUT, e->type);
    vd_push(b, mk_assign(m->kit, mk_var(m->kit, y), e));
    shown++;
  }
}

static void call_instances(Maker *m, Block *b) {
  for (uint32_t i = 0; i < m->pou->vars.len; i++) {
    Var *v = m->pou->vars.at[i];
    if (v->type.class == T_FB && maybe(m, 85)) vd_push(b, some_invoke(m, v));
  }
}

static void make_body(Maker *m, uint32_t n) {
  Block *b = &m->pou->body;
  bool early = maybe(m, 50);
  if (early) call_instances(m, b);
  if (m->enumeration && maybe(m, 50)) make_machine(m, b);
  make_block(m, b, n);
  if (!early) call_instances(m, b);
  set_outputs(m, b);
  show_state(m, b);
}

// The actions of a network set outputs; the last of them all that are left.
static void make_charted(Maker *m) {
  make_network(m);
  Action *last = m->pou->actions.at[m->pou->actions.len - 1];
  Step *first = m->pou->steps.at[roll(m, 2)];
  vd_push(&first->blocks, (StepBlock){.action = last, .qualifier = "N"});
  call_instances(m, &last->body);
  set_outputs(m, &last->body);
  show_state(m, &last->body);
}

void start_pou(Maker *m, PouKind kind, const char *name) {
  m->pou = new_pou(m->kit, kind, name);
  m->safe = kind == P_FUNCTION;
}

void end_pou(Maker *m) {
  vd_push(&m->unit->pous, m->pou);
}

static void make_function(Maker *m, int number) {
  start_pou(m, P_FUNCTION, name_of(m->kit, "Calc%d", number));
  Pou *p = m->pou;
  Kit *k = m->kit;
  p->type = maybe(m, 75) ? plain(int_class(m)) : plain(T_BOOL);
  add_vars(m, "p", V_INPUT, 1 + roll(m, 3));
  for (uint32_t i = 0; i < p->vars.len; i++) p->vars.at[i]->has_init = false;
  p->result = new_var(k, p, p->name, V_RESULT, p->type);
  vd_push(&p->body,
          mk_assign(k, mk_var(k, p->result), expr_for(m, p->type, 3)));
  if (maybe(m, 40)) {
    Stmt *s = mk_if(k, condition(m, 2));
    vd_push(&s->arms.at[0].body,
            mk_assign(k, mk_var(k, p->result), expr_for(m, p->type, 2)));
    vd_push(&p->body, s);
  }
  end_pou(m);
}

static void make_fb(Maker *m, int number) {
  start_pou(m, P_FB, name_of(m->kit, "Part%d", number));
  add_vars(m, "in", V_INPUT, 1 + roll(m, 3));
  add_vars(m, "out", V_OUTPUT, 1 + roll(m, 2));
  add_vars(m, "st", V_LOCAL, roll(m, 3));
  add_instances(m, roll(m, 2));
  if (maybe(m, 15))
    make_charted(m);
  else
    make_body(m, 1 + roll(m, 3));
  end_pou(m);
}

// A timer that nothing else touches: what it waits for shows.
static void show_timer(Maker *m) {
  Kit *k = m->kit;
  Pou *fb = k->lib[roll(m, LIB_R_TRIG)];
  Var *timer = add_local(m, "timer", V_LOCAL, (Type){.class = T_FB, .fb = fb});
  Var *y = add_local(m, "y", V_OUTPUT, plain(T_BOOL));
  Stmt *call = new_stmt(k, S_INVOKE);
  Expr *in = mk_var(k, m->pou->vars.at[0]);  // a BOOL input
  call->instance = timer;
  vd_push(&call->args, (Arg){.member = find_member(fb, "IN"), .expr = in});
  in = mk_const(k, plain(T_TIME), some_time(m));
  vd_push(&call->args, (Arg){.member = find_member(fb, "PT"), .expr = in});
  vd_push(&m->pou->body, call);
  vd_push(&m->pou->body, mk_assign(k, mk_var(k, y),
                                   mk_member(k, timer, find_member(fb, "Q"))));
}

static void make_program(Maker *m, bool charted) {
  start_pou(m, P_PROGRAM, "Main");
  add_local(m, "x", V_INPUT, plain(T_BOOL));
  add_vars(m, "x", V_INPUT, 1 + roll(m, 4));
  add_local(m, "y", V_OUTPUT, plain(T_BOOL));
  add_vars(m, "y", V_OUTPUT, roll(m, 3));
  if (m->reals) add_local(m, "x", V_INPUT, plain(T_REAL));
  if (m->reals) add_local(m, "y", V_OUTPUT, plain(T_REAL));
  add_vars(m, "v", V_LOCAL, 1 + roll(m, 4));
  if (maybe(m, 25)) add_local(m, "tmp", V_TEMP, some_type(m));
  add_constants(m);
  add_aggregates(m);
  add_instances(m, roll(m, 3));
  add_user_instances(m);
  if (charted)
    make_charted(m);
  else
    make_body(m, 1 + roll(m, 6));
  if (m->unit->alone && m->times && !charted) show_timer(m);
  end_pou(m);
}

Unit *make_unit(Kit *k) {
  Unit *u = VD_NEW(&k->arena, Unit);
  Maker m = {.kit = k, .unit = u};
  u->alone = maybe(&m, 18);
  choose_types(&m);
  if (maybe(&m, 35)) make_function(&m, 0);
  if (maybe(&m, 15)) make_function(&m, 1);
  if (maybe(&m, 40)) make_fb(&m, 0);
  if (maybe(&m, 12)) make_fb(&m, 1);
  if (maybe(&m, 45)) make_globals(&m);
  make_program(&m, maybe(&m, 20));
  make_world(&m);
  return u;
}
