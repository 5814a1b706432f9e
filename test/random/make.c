// Random units. What is made is valid C whose behaviour does not depend on the
// order of evaluation or on uninitialised memory; it may well be undefined on
// some inputs.
#include "make.h"

// --------------------------------------------------------------- functions

static Var *make_var(Maker *m, const char *name, Place place, Scalar type) {
  Var *v = VD_NEW(&m->kit->arena, Var);
  v->name = name;
  v->place = place;
  v->type = type;
  v->record = NO_RECORD;
  return v;
}

static Func *new_func(Maker *m, const char *name) {
  Func *f = VD_NEW(&m->kit->arena, Func);
  f->name = name;
  f->record = NO_RECORD;
  m->func = f;
  m->scope.len = 0;
  m->loops = m->nesting = 0;
  for (uint32_t i = 0; i < m->unit->global.len; i++)
    enter(m, m->unit->global.at[i]);
  return f;
}

static Var *add_param(Maker *m, Scalar type) {
  Func *f = m->func;
  const char *name =
      vd_arena_printf(&m->kit->arena, "%c", 'p' + (int)f->param.len);
  Var *v = make_var(m, name, P_PARAM, type);
  vd_push(&f->param, v);
  enter(m, v);
  return v;
}

static void random_param(Maker *m) {
  uint32_t what = m->tiny ? 0 : roll(m, 100);
  Var *v = add_param(m, some_type(m));
  if (what < 68) return;
  if (what < 84) {
    v->pointer = true;
    v->count = 1 << roll(m, 3);
    no_bool(v);
  } else {
    v->record = (int)roll(m, RECORDS);
    v->type = T_VOID;
    v->pointer = what < 93;
  }
}

// static T h(int n, T x) { if (n <= 0) return x; return h(n - 1, ...); }
static void make_recursive(Maker *m) {
  Kit *k = m->kit;
  Func *f = m->func;
  f->recursive = f->pure = true;
  f->type = int_type(m) == T_U32 ? T_U32 : T_I32;
  Var *n = add_param(m, T_I32), *x = add_param(m, f->type);
  Stmt *end = new_stmt(k, S_IF), *base = new_stmt(k, S_RETURN);
  end->expr = mk_binary(k, OP_LE, mk_var(k, n), mk_const(k, T_I32, roll(m, 2)));
  base->expr = maybe(m, 60) ? mk_var(k, x) : int_expr(m, 1);
  vd_push(&end->body, base);
  vd_push(&f->body, end);
  Expr *call = new_expr(k, E_CALL);
  call->callee = f;
  call->kids = 2;
  call->kid[0] = mk_binary(k, OP_SUB, mk_var(k, n), mk_const(k, T_I32, 1));
  bool tail = maybe(m, 50);
  call->kid[1] = tail ? int_expr(m, 2) : mk_var(k, x);
  Stmt *last = new_stmt(k, S_RETURN);
  last->expr =
      tail ? call : mk_binary(k, OP_ADD + (Op)roll(m, 2), call, int_leaf(m, 1));
  vd_push(&f->body, last);
}

static void make_helper(Maker *m, const char *name) {
  Func *f = new_func(m, name);
  f->is_static = maybe(m, 85);
  uint32_t what = roll(m, 10);
  if (what < 2) {
    make_recursive(m);
  } else if (what < 7) {
    f->pure = true;
    f->type = some_type(m);
    for (uint32_t i = 0, n = 1 + roll(m, 3); i < n; i++)
      add_param(m, some_type(m));
    make_func_body(m, maybe(m, 60) ? 0 : 2);
  } else {
    f->type = maybe(m, 60) ? some_type(m) : T_VOID;
    bool tiny = m->tiny;
    m->tiny = false;
    for (uint32_t i = 0, n = 1 + roll(m, 3); i < n; i++) random_param(m);
    make_func_body(m, 2);
    m->tiny = tiny;
  }
  vd_push(&m->unit->func, f);
}

static void make_root(Maker *m, const char *name) {
  Func *f = new_func(m, name);
  uint32_t n = m->tiny ? 1 + roll(m, 2) : roll(m, 10) ? 1 + roll(m, 4) : 0;
  for (uint32_t i = 0; i < n; i++) random_param(m);
  f->type = maybe(m, 85) ? some_type(m) : T_VOID;
  if (!m->tiny && maybe(m, 7)) {
    f->record = (int)roll(m, RECORDS);
    f->type = T_VOID;
  }
  make_func_body(m, 2 + (int)roll(m, 5));
  vd_push(&m->unit->func, f);
}

static void make_global(Maker *m, uint32_t unit) {
  const char *name =
      vd_arena_printf(&m->kit->arena, "g%u_%u", unit, m->unit->global.len);
  Var *v =
      make_var(m, name, maybe(m, 50) ? P_GLOBAL : P_FILE_STATIC, some_type(m));
  no_bool(v);
  if (maybe(m, 25)) {
    v->record = (int)roll(m, RECORDS);
    v->type = T_VOID;
  } else if (maybe(m, 40)) {
    v->count = 2 << roll(m, 2);
    v->constant = maybe(m, 40);
  }
  for (int i = 0; i < 8; i++) {
    Scalar t = v->record == NO_RECORD ? v->type
               : i < MAX_FIELDS       ? m->kit->record[v->record].field[i]
                                      : T_I32;
    v->init[i] = is_float(t)   ? float_bits(t, decimal(m))
                 : t == T_BOOL ? roll(m, 2)
                               : roll(m, 100);
  }
  vd_push(&m->unit->global, v);
}

static void choose_types(Maker *m) {
  static const Scalar usual[] = {T_I32, T_I32, T_I32, T_U32, T_U32, T_I64,
                                 T_U64, T_I16, T_U16, T_I8,  T_U8,  T_BOOL};
  static const Scalar narrow[] = {T_I8, T_U8, T_I8, T_U8, T_BOOL};
  m->tiny = maybe(m, 30);
  for (int i = 0; i < 3; i++)
    m->ints[i] = m->tiny ? narrow[roll(m, VD_COUNT(narrow))]
                         : usual[roll(m, VD_COUNT(usual))];
  if (!m->tiny && maybe(m, 22)) m->real = maybe(m, 50) ? T_F32 : T_F64;
}

Unit *make_unit(Kit *k, uint32_t number) {
  Maker m = {.kit = k, .unit = VD_NEW(&k->arena, Unit)};
  choose_types(&m);
  if (maybe(&m, 35))
    for (uint32_t i = 0, n = 1 + roll(&m, 2); i < n; i++)
      make_global(&m, number);
  uint32_t helpers = maybe(&m, 50) ? 0 : 1 + roll(&m, 2);
  for (uint32_t i = 0; i < helpers; i++)
    make_helper(&m, vd_arena_printf(&k->arena, "f%u_h%u", number, i));
  make_root(&m, vd_arena_printf(&k->arena, "f%u", number));
  vd_vec_done(&m.scope);
  tame(k, m.unit);
  return m.unit;
}

// ---------------------------------------------------------------- the head

static Func *make_external(Kit *k, const char *name, Scalar result,
                           const Var *param, int params) {
  Func *f = VD_NEW(&k->arena, Func);
  f->name = name;
  f->kind = F_EXTERN;
  f->type = result;
  f->record = NO_RECORD;
  for (int i = 0; i < params; i++)
    vd_push(&f->param,
            (Var *)vd_arena_copy(&k->arena, &param[i], sizeof *param));
  return f;
}

#define VALUE(n, t) {.name = n, .type = t, .record = NO_RECORD}
#define POINTER(n, t, c) \
  {.name = n, .type = t, .record = NO_RECORD, .count = c, .pointer = true}

// The stubs in oracle.c have the same signatures.
void make_kit(Kit *k) {
  static const Scalar some[] = {T_I32, T_U32, T_I8,  T_U16, T_I64,
                                T_F64, T_I32, T_F32, T_U8};
  for (int i = 0; i < RECORDS; i++) {
    k->record[i].fields = 1 + (int)below(k, MAX_FIELDS);
    for (int f = 0; f < k->record[i].fields; f++)
      k->record[i].field[f] =
          some[below(k, i < 2 ? VD_COUNT(some) - 5 : VD_COUNT(some))];
  }
  k->external[0] =
      make_external(k, "ext0", T_I32, (Var[]){VALUE("x", T_I32)}, 1);
  k->external[1] = make_external(
      k, "ext1", T_VOID, (Var[]){VALUE("x", T_I32), POINTER("y", T_I32, 1)}, 2);
  k->external[2] = make_external(k, "ext2", T_U8, (Var[]){VALUE("x", T_U8)}, 1);
  k->external[3] = make_external(
      k, "ext3", T_F64, (Var[]){VALUE("x", T_F64), VALUE("y", T_F32)}, 2);
  k->external[4] = make_external(
      k, "ext4", T_I64, (Var[]){POINTER("x", T_I16, 2), VALUE("y", T_I64)}, 2);
}
