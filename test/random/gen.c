// random-gen SEED COUNT DIR: writes a pair of files with COUNT functions (and
// their helpers) each, and what the oracle needs.
//
//   old.c, new.c   the versions
//   pairs          one line a function: name, "equal" or "mutated", what
//   driver.c       tables for oracle.c
#include <inttypes.h>
#include <stdlib.h>

#include "files.h"
#include "prog.h"

typedef struct Pair {
  Unit *old_unit, *new_unit;
  bool equal;
  VdBuf what;
} Pair;

// ----------------------------------------------------------------- rewrite

static void make_equal(Kit *k, Pair *pair) {
  uint32_t n = 1 + below(k, 5), done = 0;
  if (chance(k, 30)) rename_locals(k, pair->new_unit);
  for (uint32_t i = 0; i < n; i++)
    done += chance(k, 50) ? equal_expr(k, pair->new_unit)
                          : equal_stmt(k, pair->new_unit);
  vd_buf_printf(&pair->what, "%u rewrites", done);
}

static Pair make_pair(Kit *k, uint32_t number) {
  Pair pair = {.equal = number % 2 == 0};
  pair.old_unit = make_unit(k, number);
  pair.new_unit = copy_unit(k, pair.old_unit);
  if (pair.equal) {
    make_equal(k, &pair);
    return pair;
  }
  mutate(k, pair.new_unit, &pair.what);
  // Some are hidden among rewrites.
  for (uint32_t i = below(k, 3); i > 0; i--) equal_expr(k, pair.new_unit);
  tame(k, pair.new_unit);
  return pair;
}

// ------------------------------------------------------------------ driver

static void put_shape(int record, Scalar type, VdBuf *out) {
  if (record != NO_RECORD) {
    vd_buf_printf(out, "&shape_S%d", record);
  } else {
    vd_buf_printf(out, "&shape_%d", type);
  }
}

static char class_of(Scalar t) {
  return is_float(t) ? 'f' : t == T_BOOL ? 'b' : 'i';
}

static void put_shapes(const Kit *k, VdBuf *out) {
  for (int t = T_BOOL; t <= T_F64; t++)
    vd_buf_printf(
        out, "static const struct Shape shape_%d = {%d, 1, {{0, %d, '%c'}}};\n",
        t, t == T_BOOL ? 1 : bits_of((Scalar)t) / 8,
        t == T_BOOL ? 1 : bits_of((Scalar)t) / 8, class_of((Scalar)t));
  for (int r = 0; r < RECORDS; r++) {
    vd_buf_printf(out,
                  "static const struct Shape shape_S%d = {sizeof(struct "
                  "S%d), %d, {",
                  r, r, k->record[r].fields);
    for (int f = 0; f < k->record[r].fields; f++)
      vd_buf_printf(out, "{offsetof(struct S%d, %c), sizeof(%s), '%c'}, ", r,
                    'a' + f, type_text(k->record[r].field[f]),
                    class_of(k->record[r].field[f]));
    vd_buf_str(out, "}};\n");
  }
}

// Both versions of a variable, by the name of its symbol.
static void put_variable(const Var *v, const char *symbol, uint32_t id,
                         VdBuf *out) {
  for (int side = 0; side < 2; side++)
    vd_buf_printf(out,
                  "extern char v%d_%u[] __asm__(\"%s_%s\") "
                  "__attribute__((weak));\n",
                  side, id, side ? "new" : "old", symbol);
  (void)v;
}

static void put_call(const Func *f, VdBuf *out) {
  for (uint32_t i = 0; i < f->param.len; i++) {
    const Var *p = f->param.at[i];
    VdBuf type = {0};
    if (p->record != NO_RECORD) {
      vd_buf_printf(&type, "struct S%d", p->record);
    } else {
      vd_buf_str(&type, type_text(p->type));
    }
    vd_buf_printf(out, "%s%s(%s *)arg[%u]", i ? ", " : "",
                  p->pointer ? "" : "*", vd_buf_text(&type), i);
    vd_buf_done(&type);
  }
}

static void put_function(const Kit *k, const Func *f, VdBuf *out) {
  for (int side = 0; side < 2; side++) {
    vd_buf_str(out, "extern ");
    print_signature(k, f, side ? "new_" : "old_", out);
    vd_buf_str(out, " __attribute__((weak));\n");
  }
  vd_buf_printf(out, "static void run_%s(int side, void **arg, void *out) {\n",
                f->name);
  vd_buf_str(out, "  (void)arg, (void)out;\n  ");
  bool result = f->record != NO_RECORD || f->type;
  if (f->record != NO_RECORD) {
    vd_buf_printf(out, "*(struct S%d *)out = ", f->record);
  } else if (result) {
    vd_buf_printf(out, "*(%s *)out = ", type_text(f->type));
  }
  vd_buf_printf(out, "(side ? new_%s : old_%s)(", f->name, f->name);
  put_call(f, out);
  vd_buf_str(out, ");\n}\n");
  vd_buf_printf(out, "static const struct Param param_%s[] = {", f->name);
  for (uint32_t i = 0; i < f->param.len; i++) {
    const Var *p = f->param.at[i];
    vd_buf_str(out, "{");
    put_shape(p->record, p->type, out);
    vd_buf_printf(out, ", %d}, ", p->pointer ? (p->count ? p->count : 1) : 0);
  }
  vd_buf_str(out, "{0, 0}};\n");
}

static const Func *namesake(const Unit *u, const char *name) {
  for (uint32_t i = 0; i < u->func.len; i++)
    if (!strcmp(u->func.at[i]->name, name)) return u->func.at[i];
  return NULL;
}

static void put_constants(const Unit *u, VdBuf *ints, VdBuf *reals) {
  Slots slots = {0};
  for (uint32_t i = 0; i < u->func.len; i++)
    slots_of_block(&u->func.at[i]->body, &slots);
  for (uint32_t i = 0; i < slots.len; i++) {
    const Expr *e = *slots.at[i];
    if (e->kind != E_CONST) continue;
    if (is_float(e->type)) {
      vd_buf_printf(reals, "%a, ", float_of(e->type, e->bits));
    } else {
      vd_buf_printf(
          ints, "%" PRIu64 "u, ",
          e->type == T_I32 ? (uint64_t)(int64_t)(int32_t)e->bits : e->bits);
    }
  }
  vd_vec_done(&slots);
}

static bool is_called(const Var *v, const char *name) {
  return v && !strcmp(v->name, name);
}

static bool passes_address(const Expr *e, const char *name) {
  if (e->kind != E_CALL) return false;
  for (int i = 0; i < e->kids; i++)
    if (e->kid[i]->kind == E_PASS && is_called(e->kid[i]->var, name) &&
        e->callee->param.at[i]->pointer)
      return true;
  return false;
}

static bool stmt_writes(const Stmt *s, const char *name) {
  bool fills = s->kind == S_COPY || s->kind == S_FILL || s->kind == S_MOVE;
  return (s->lhs && is_called(s->lhs->var, name)) ||
         (fills && is_called(s->var, name)) ||
         (s->kind == S_POINT && is_called(s->src, name));
}

// Does anything write a variable of this name, or hand out its address?
static bool is_written(const Unit *u, const char *name) {
  bool written = false;
  for (uint32_t i = 0; i < u->func.len; i++) {
    Stmts all = {0};
    Slots slots = {0};
    stmts_of(&u->func.at[i]->body, &all);
    slots_of_block(&u->func.at[i]->body, &slots);
    for (uint32_t j = 0; j < all.len; j++)
      written |= stmt_writes(all.at[j], name);
    for (uint32_t j = 0; j < slots.len; j++)
      written |= passes_address(*slots.at[j], name);
    vd_vec_done(&all);
    vd_vec_done(&slots);
  }
  return written;
}

// What is private and never written has its first value in every run.
static bool is_fixed(const Pair *pair, const Var *v) {
  return v->constant ||
         (v->place != P_GLOBAL && !is_written(pair->old_unit, v->name) &&
          !is_written(pair->new_unit, v->name));
}

typedef struct Driver {
  const Kit *kit;
  VdBuf head, variables, functions;
  uint32_t ids;
} Driver;

static void add_variable(Driver *d, const Pair *pair, const Var *v,
                         const char *symbol) {
  put_variable(v, symbol, d->ids, &d->head);
  vd_buf_printf(&d->variables, "  {\"%s\", {v0_%u, v1_%u}, ", symbol, d->ids,
                d->ids);
  put_shape(v->record, v->type, &d->variables);
  vd_buf_printf(&d->variables, ", %d, %d, %d},\n", v->count ? v->count : 1,
                is_fixed(pair, v), v->place == P_GLOBAL);
  d->ids++;
}

static void add_pair(Driver *d, const Pair *pair) {
  uint32_t first = d->ids;
  const Unit *u = pair->old_unit;
  for (uint32_t i = 0; i < u->global.len; i++)
    add_variable(d, pair, u->global.at[i], u->global.at[i]->name);
  for (uint32_t i = 0; i < u->func.len; i++)
    for (uint32_t j = 0; j < u->func.at[i]->local.len; j++) {
      const Var *v = u->func.at[i]->local.at[j];
      if (v->place != P_STATIC) continue;
      VdBuf symbol = {0};
      vd_buf_printf(&symbol, "%s.%s", u->func.at[i]->name, v->name);
      add_variable(d, pair, v, vd_buf_text(&symbol));
      vd_buf_done(&symbol);
    }
  const char *root = u->func.at[u->func.len - 1]->name;
  VdBuf ints = {0}, reals = {0};
  put_constants(u, &ints, &reals);
  put_constants(pair->new_unit, &ints, &reals);
  vd_buf_printf(&d->head, "static const unsigned long ints_%s[] = {%s0};\n",
                root, vd_buf_text(&ints));
  vd_buf_printf(&d->head, "static const double reals_%s[] = {%s0};\n", root,
                vd_buf_text(&reals));
  vd_buf_done(&ints);
  vd_buf_done(&reals);
  for (uint32_t i = 0; i < u->func.len; i++) {
    const Func *f = u->func.at[i];
    if (!namesake(pair->new_unit, f->name)) continue;
    put_function(d->kit, f, &d->head);
    vd_buf_printf(&d->functions, "  {\"%s\", run_%s, param_%s, %u, ", f->name,
                  f->name, f->name, f->param.len);
    if (f->record != NO_RECORD || f->type) {
      put_shape(f->record, f->type, &d->functions);
    } else {
      vd_buf_str(&d->functions, "0");
    }
    vd_buf_printf(&d->functions,
                  ", &variables[%u], %u, ints_%s, sizeof ints_%s / 8, "
                  "reals_%s, sizeof reals_%s / 8, %d, {(void *)old_%s, (void "
                  "*)new_%s}},\n",
                  first, d->ids - first, root, root, root, root, pair->equal,
                  f->name, f->name);
  }
}

static void put_driver(const Kit *k, const Pair *pair, uint32_t n, VdBuf *out) {
  Driver d = {.kit = k};
  for (uint32_t i = 0; i < n; i++) add_pair(&d, &pair[i]);
  vd_buf_str(out, "#include <stddef.h>\n#include \"oracle.h\"\n");
  print_head(k, out);
  put_shapes(k, out);
  vd_buf_str(out, vd_buf_text(&d.head));
  vd_buf_printf(out,
                "static const struct Variable variables[] = {\n%s  {0}};\n",
                vd_buf_text(&d.variables));
  vd_buf_printf(out, "const struct Function functions[] = {\n%s  {0}};\n",
                vd_buf_text(&d.functions));
  vd_buf_done(&d.head);
  vd_buf_done(&d.variables);
  vd_buf_done(&d.functions);
}

// -------------------------------------------------------------------- main

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: random-gen SEED COUNT DIR\n");
    return 2;
  }
  Kit kit = {.random = {strtoull(argv[1], NULL, 0)}};
  uint32_t n = (uint32_t)strtoul(argv[2], NULL, 0);
  make_kit(&kit);
  VdBuf text[2] = {{0}, {0}}, list = {0}, driver = {0};
  Pair *pair = VD_NEW_ARRAY(&kit.arena, Pair, n);
  for (int side = 0; side < 2; side++) print_head(&kit, &text[side]);
  for (uint32_t i = 0; i < n; i++) {
    pair[i] = make_pair(&kit, i);
    print_unit(&kit, pair[i].old_unit, &text[0]);
    print_unit(&kit, pair[i].new_unit, &text[1]);
    for (uint32_t f = 0; f < pair[i].old_unit->func.len; f++)
      vd_buf_printf(&list, "%s %s %s\n", pair[i].old_unit->func.at[f]->name,
                    pair[i].equal ? "equal" : "mutated",
                    vd_buf_text(&pair[i].what));
    vd_buf_done(&pair[i].what);
  }
  for (uint32_t i = 0; i < n; i++) pair[i].what = (VdBuf){0};
  put_driver(&kit, pair, n, &driver);
  bool ok = write_file(argv[3], "old.c", &text[0]) &&
            write_file(argv[3], "new.c", &text[1]) &&
            write_file(argv[3], "pairs", &list) &&
            write_file(argv[3], "driver.c", &driver);
  vd_buf_done(&text[0]);
  vd_buf_done(&text[1]);
  vd_buf_done(&list);
  vd_buf_done(&driver);
  vd_arena_done(&kit.arena);
  return ok ? 0 : 1;
}
