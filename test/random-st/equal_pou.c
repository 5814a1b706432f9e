// Refactorings of whole POUs: names, order, function blocks inlined and
// extracted.
#include "edit.h"
#include "make.h"

// ------------------------------------------------------------ substitution

// Puts var->map in the place of every variable that has one.
static void map_block(Block *b) {
  Slots slots = {0};
  slots_of_block(b, &slots);
  places_of_block(b, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    if (e->var && e->var->map) e->var = e->var->map;
  }
  vd_vec_done(&slots);
  Blocks blocks = {0};
  blocks_of_block(b, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++) {
      Stmt *s = blocks.at[i]->at[j];
      if (s->instance && s->instance->map) s->instance = s->instance->map;
    }
  vd_vec_done(&blocks);
}

static void unmap(const Vars *vars) {
  for (uint32_t i = 0; i < vars->len; i++) vars->at[i]->map = NULL;
}

static Var *clone(Edit *x, Pou *to, const Var *v, const char *name,
                  Section section) {
  Var *copy = new_var(x->k, to, name, section, v->type);
  copy->has_init = v->has_init;
  memcpy(copy->init, v->init, sizeof v->init);
  copy->fixed = v->fixed;
  return copy;
}

static void drop_var(Pou *p, const Var *v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->vars.len; i++)
    if (p->vars.at[i] != v) p->vars.at[n++] = p->vars.at[i];
  p->vars.len = n;
}

// ---------------------------------------------------------- inline an FB

static bool can_inline(const Pou *fb) {
  if (fb->closed || fb->steps.len || has_kind(&fb->body, S_RETURN))
    return false;
  for (uint32_t i = 0; i < fb->vars.len; i++) {
    const Var *v = fb->vars.at[i];
    if (v->section == V_IN_OUT ||
        (v->section == V_TEMP && !is_scalar(&v->type)))
      return false;
  }
  return true;
}

static Var *some_instance(Edit *x, bool (*fits)(const Pou *)) {
  Var *found = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (v->type.class == T_FB && fits(v->type.fb) && !below(x->k, ++n))
      found = v;
  }
  return found;
}

static void put_body(Edit *x, Block *b, uint32_t at, const Stmt *call) {
  const Pou *fb = call->instance->type.fb;
  remove_stmt(b, at);
  for (uint32_t i = 0; i < call->args.len; i++) {
    const Arg *arg = &call->args.at[i];
    if (!arg->out)
      insert_stmt(b, at++,
                  mk_assign(x->k, mk_var(x->k, arg->member->map), arg->expr));
  }
  for (uint32_t i = 0; i < fb->vars.len; i++) {
    Var *v = fb->vars.at[i];
    if (v->section == V_TEMP)
      insert_stmt(
          b, at++,
          mk_assign(x->k, mk_var(x->k, v->map),
                    mk_const(x->k, v->type, v->has_init ? v->init[0] : 0)));
  }
  Block body = copy_block(x->k, &fb->body);
  map_block(&body);
  for (uint32_t i = 0; i < body.len; i++) insert_stmt(b, at++, body.at[i]);
  for (uint32_t i = 0; i < call->args.len; i++) {
    const Arg *arg = &call->args.at[i];
    if (arg->out)
      insert_stmt(b, at++,
                  mk_assign(x->k, arg->expr, mk_var(x->k, arg->member->map)));
  }
}

static void put_members(Edit *x, const Var *instance) {
  Slots slots = {0};
  slots_of_pou(x->p, &slots);
  places_of_pou(x->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    if (e->kind == E_MEMBER && e->var == instance)
      *slots.at[i] = mk_var(x->k, e->member->map);
  }
  vd_vec_done(&slots);
}

static bool replace_call(Edit *x, const Var *instance) {
  Blocks blocks = {0};
  bool found = false;
  blocks_of_pou(x->p, &blocks);
  for (uint32_t i = 0; i < blocks.len && !found; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len && !found; j++)
      if (blocks.at[i]->at[j]->instance == instance) {
        put_body(x, blocks.at[i], j, blocks.at[i]->at[j]);
        found = true;
      }
  vd_vec_done(&blocks);
  return found;
}

static bool inline_fb(Edit *x) {
  Var *instance = some_instance(x, can_inline);
  if (!instance) return false;
  Pou *fb = instance->type.fb;
  for (uint32_t i = 0; i < fb->vars.len; i++) {
    Var *v = fb->vars.at[i];
    Section section =
        v->section == V_TEMP || v->section == V_CONSTANT ? v->section : V_LOCAL;
    v->map = clone(x, x->p, v, name_of(x->k, "%s_%s", instance->name, v->name),
                   section);
  }
  put_members(x, instance);
  while (replace_call(x, instance)) {
  }
  unmap(&fb->vars);
  drop_var(x->p, instance);
  return true;
}

// --------------------------------------------------------- extract an FB

typedef struct Cut {
  Block *b;
  uint32_t from, to;
  Effect effect;
  VD_VEC(Var *) vars;
} Cut;

static uint32_t uses_in(Cut *c, const Var *v) {
  Pou part = {0};
  for (uint32_t i = c->from; i < c->to; i++) vd_push(&part.body, c->b->at[i]);
  uint32_t n = count_uses(&part, v);
  vd_vec_done(&part.body);
  return n;
}

static bool is_written(const Cut *c, const Var *v) {
  for (uint32_t i = 0; i < c->effect.writes.len; i++)
    if (c->effect.writes.at[i] == v) return true;
  return false;
}

static bool moves(Edit *x, Cut *c, const Var *v) {
  return v->section == V_LOCAL && count_uses(x->p, v) == uses_in(c, v);
}

static bool has_steps(Cut *c) {
  Slots slots = {0};
  bool found = false;
  for (uint32_t i = c->from; i < c->to; i++) slots_of_stmt(c->b->at[i], &slots);
  for (uint32_t i = 0; i < slots.len; i++)
    found |= (*slots.at[i])->kind == E_STEP;
  vd_vec_done(&slots);
  return found;
}

static bool find_cut(Edit *x, Cut *c) {
  Blocks blocks = {0};
  blocks_of_pou(x->p, &blocks);
  if (blocks.len) c->b = blocks.at[below(x->k, blocks.len)];
  vd_vec_done(&blocks);
  if (!c->b || !c->b->len) return false;
  c->from = below(x->k, c->b->len);
  c->to = c->from + 1 + below(x->k, c->b->len - c->from);
  for (uint32_t i = c->from; i < c->to; i++) effect_of(c->b->at[i], &c->effect);
  if (c->effect.leaves || has_steps(c)) return false;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    if (!touches(&c->effect, v)) continue;
    if (v->type.class == T_FB && !moves(x, c, v)) return false;
    vd_push(&c->vars, v);
  }
  // Globals are not among them.
  for (uint32_t i = 0; i < x->u->globals.len; i++)
    if (touches(&c->effect, x->u->globals.at[i])) return false;
  return true;
}

static void add_param(Edit *x, Cut *c, Pou *fb, Var *v, Stmt *call) {
  bool moved = moves(x, c, v);
  Section section = v->section == V_CONSTANT ? V_CONSTANT
                    : moved                  ? V_LOCAL
                    : is_written(c, v)       ? V_IN_OUT
                                             : V_INPUT;
  v->map = clone(x, fb, v, v->name, section);
  if (section == V_IN_OUT || section == V_INPUT) {
    v->map->has_init = false;
    vd_push(&call->args, (Arg){.member = v->map, .expr = mk_var(x->k, v)});
  }
}

static void do_cut(Edit *x, Cut *c) {
  Pou *fb = new_pou(x->k, P_FB, fresh_name(x->k, x->u, "Ext"));
  Stmt *call = new_stmt(x->k, S_INVOKE);
  bool *moved = VD_NEW_ARRAY(&x->k->arena, bool, c->vars.len + (size_t)1);
  for (uint32_t i = 0; i < c->vars.len; i++) {
    moved[i] = moves(x, c, c->vars.at[i]);
    add_param(x, c, fb, c->vars.at[i], call);
  }
  for (uint32_t i = c->from; i < c->to; i++) vd_push(&fb->body, c->b->at[i]);
  for (uint32_t i = c->from; i < c->to; i++) remove_stmt(c->b, c->from);
  insert_stmt(c->b, c->from, call);
  map_block(&fb->body);
  for (uint32_t i = 0; i < c->vars.len; i++) {
    c->vars.at[i]->map = NULL;
    if (moved[i]) drop_var(x->p, c->vars.at[i]);
  }
  call->instance = new_var(x->k, x->p, fresh_name(x->k, x->u, "ext"), V_LOCAL,
                           (Type){.class = T_FB, .fb = fb});
  vd_push(&x->u->pous, fb);
}

static bool extract_fb(Edit *x) {
  Cut cut = {0};
  bool ok = x->p->kind != P_FUNCTION && find_cut(x, &cut);
  if (ok) do_cut(x, &cut);
  effect_done(&cut.effect);
  vd_vec_done(&cut.vars);
  return ok;
}

// ---------------------------------------------------- a copy of the library

static bool is_open_library(const Pou *fb) {
  return fb->library && !fb->closed;
}

static void retype(Edit *x, Var *instance, Pou *fb) {
  Slots slots = {0};
  slots_of_pou(x->p, &slots);
  places_of_pou(x->p, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    Expr *e = *slots.at[i];
    if (e->kind == E_MEMBER && e->var == instance && e->member->map)
      e->member = e->member->map;
  }
  vd_vec_done(&slots);
  Blocks blocks = {0};
  blocks_of_pou(x->p, &blocks);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (uint32_t j = 0; j < blocks.at[i]->len; j++) {
      Stmt *s = blocks.at[i]->at[j];
      for (uint32_t a = 0; s->instance == instance && a < s->args.len; a++)
        s->args.at[a].member = s->args.at[a].member->map;
    }
  vd_vec_done(&blocks);
  instance->type.fb = fb;
}

static bool own_copy(Edit *x) {
  Var *instance = some_instance(x, is_open_library);
  if (!instance) return false;
  Pou *lib = instance->type.fb;
  Pou *fb = new_pou(x->k, P_FB, fresh_name(x->k, x->u, "My"));
  for (uint32_t i = 0; i < lib->vars.len; i++) {
    Var *v = lib->vars.at[i];
    v->map = clone(x, fb, v, v->name, v->section);
  }
  fb->body = copy_block(x->k, &lib->body);
  map_block(&fb->body);
  retype(x, instance, fb);
  unmap(&lib->vars);
  vd_push(&x->u->pous, fb);
  return true;
}

// ------------------------------------------------------------------- names

// The order of actions in a cycle is that of their names, so those of actions
// stay.
// Of a POU that is compared on its own others see the variables.
static bool is_compared(const Edit *x) {
  return x->u->whole && x->p->kind != P_PROGRAM;
}

static bool is_input(const Var *v) {
  return v->section == V_INPUT || v->section == V_IN_OUT;
}

static bool rename_vars(Edit *x) {
  uint32_t done = 0;
  if (is_compared(x)) return false;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    Var *v = x->p->vars.at[i];
    bool seen = x->p->kind == P_PROGRAM &&
                (v->section == V_INPUT || v->section == V_OUTPUT);
    if (seen || v->section == V_RESULT || is_in_step(x->p, v) ||
        !chance(x->k, 60))
      continue;
    v->name = fresh_name(x->k, x->u, "z");
    done++;
  }
  return done > 0;
}

// Inputs and outputs of enums are compared by the names of their values.
static bool is_of(const Vars *vars, const Enum *e, bool all) {
  for (uint32_t i = 0; i < vars->len; i++) {
    const Var *v = vars->at[i];
    if ((all || v->section == V_INPUT || v->section == V_OUTPUT) &&
        v->type.enumeration == e)
      return true;
  }
  return false;
}

// Inputs, outputs and globals are shown to operators by the names of values.
static bool is_seen(const Unit *u, const Enum *e) {
  return is_of(&program_of(u)->vars, e, false) || is_of(&u->globals, e, true);
}

static bool rename_types(Edit *x) {
  if (x->u->whole) return false;
  for (uint32_t i = 0; i < x->u->enums.len; i++) {
    Enum *e = x->u->enums.at[i];
    if (is_seen(x->u, e)) continue;
    e->name = fresh_name(x->k, x->u, "Kind");
    for (int j = 0; j < e->values; j++)
      e->text[j] = fresh_name(x->k, x->u, e->text[j]);
  }
  for (uint32_t i = 0; i < x->u->pous.len; i++) {
    Pou *p = x->u->pous.at[i];
    if (p->kind == P_PROGRAM) continue;
    p->name = fresh_name(x->k, x->u, "Pou");
    if (p->result) p->result->name = p->name;
  }
  return true;
}

static bool rename_steps(Edit *x) {
  for (uint32_t i = 0; i < x->p->steps.len; i++)
    x->p->steps.at[i]->name = fresh_name(x->k, x->u, "Phase");
  return x->p->steps.len > 0;
}

// ------------------------------------------------------------------- order

static bool reorder_vars(Edit *x) {
  if (x->p->kind == P_FUNCTION || x->p->vars.len < 2) return false;
  if (is_compared(x)) return false;
  Vars before = {0};
  for (uint32_t i = 0; i < x->p->vars.len; i++)
    vd_push(&before, x->p->vars.at[i]);
  for (uint32_t i = x->p->vars.len - 1; i > 0; i--) {
    uint32_t j = below(x->k, i + 1);
    Var *v = x->p->vars.at[i];
    x->p->vars.at[i] = x->p->vars.at[j];
    x->p->vars.at[j] = v;
  }
  // Calls may give inputs by their places.
  uint32_t next = 0;
  for (uint32_t i = 0; i < x->p->vars.len && x->u->alone; i++) {
    if (!is_input(x->p->vars.at[i])) continue;
    while (!is_input(before.at[next])) next++;
    x->p->vars.at[i] = before.at[next++];
  }
  vd_vec_done(&before);
  return true;
}

static bool reorder_pous(Edit *x) {
  if (x->u->pous.len < 2) return false;
  for (uint32_t i = x->u->pous.len - 1; i > 0; i--) {
    uint32_t j = below(x->k, i + 1);
    Pou *p = x->u->pous.at[i];
    x->u->pous.at[i] = x->u->pous.at[j];
    x->u->pous.at[j] = p;
  }
  return true;
}

static bool unused_vars(Edit *x) {
  for (uint32_t n = 1 + below(x->k, 3); n > 0; n--) {
    Var *v = new_var(x->k, x->p, fresh_name(x->k, x->u, "unused"), V_LOCAL,
                     plain((Class)below(x->k, T_ENUM)));
    v->unused = true;
  }
  return true;
}

// The others do not see it: they have no variables of that name.
static bool make_global(Edit *x) {
  // Of a function block on its own, others may write the globals.
  if (x->p->kind != P_PROGRAM || x->u->alone) return false;
  for (int tries = 0; tries < 5; tries++) {
    Var *v = x->p->vars.at[below(x->k, x->p->vars.len)];
    if (v->section != V_LOCAL || !is_scalar(&v->type) || v->fixed ||
        is_in_step(x->p, v) || !pou_writes(x->p, v))
      continue;
    drop_var(x->p, v);
    v->section = V_GLOBAL;
    vd_push(&x->u->globals, v);
    return true;
  }
  return false;
}

static const Named rules[] = {
    {inline_fb, "FB inlined"},
    {inline_fb, "FB inlined"},
    {extract_fb, "FB extracted"},
    {extract_fb, "FB extracted"},
    {own_copy, "own FB in place of the library's"},
    {rename_vars, "variables renamed"},
    {rename_types, "types renamed"},
    {rename_steps, "steps renamed"},
    {reorder_vars, "declarations reordered"},
    {reorder_pous, "POUs reordered"},
    {unused_vars, "unused variables"},
    {make_global, "a local made global"},
};

bool equal_pou(Kit *k, Unit *u, VdBuf *what) {
  return do_one_of(k, u, what, rules, VD_COUNT(rules), 30);
}
