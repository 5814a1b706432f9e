// Formulas over new codes: hash-consed, flat, with what is absorbed left out.
#include <stdlib.h>

#include "base/limit.h"
#include "front/c/migrate_impl.h"

enum {
  LONG_ANY = 5,  // codes of a disjunction from which on it becomes a table
  WIDTH = 78,
};

typedef VD_VEC(VdFormula) Args;

static const VdFormulaNode *node(const VdFormulas *f, VdFormula a) {
  return &f->node.at[a];
}

static bool same_node(const VdFormulaNode *a, const VdFormulaNode *b) {
  return a->kind == b->kind && a->code == b->code && a->args == b->args &&
         (!a->args || !memcmp(a->arg, b->arg, a->args * sizeof *a->arg));
}

static VdFormula put(VdFormulas *f, VdFormulaNode n) {
  uint64_t h = vd_hash_mix(vd_hash_mix(n.kind, n.code), n.args);
  for (uint32_t i = 0; i < n.args; i++) h = vd_hash_mix(h, n.arg[i]);
  for (;; h = vd_hash_mix(h, 1)) {
    uint64_t *slot = vd_map_put(&f->known, h);
    if (*slot && !same_node(node(f, (VdFormula)*slot - 1), &n)) continue;
    if (*slot) return (VdFormula)*slot - 1;
    *slot = f->node.len + 1;
    break;
  }
  n.arg = vd_arena_copy(&f->out->arena, n.arg, n.args * sizeof *n.arg);
  vd_push(&f->node, n);
  return f->node.len - 1;
}

void vd_formulas_init(VdFormulas *f, const VdCrosswalk *cw, VdMigration *out) {
  *f = (VdFormulas){.crosswalk = cw, .out = out};
  put(f, (VdFormulaNode){.kind = VD_FORMULA_FALSE});
  put(f, (VdFormulaNode){.kind = VD_FORMULA_TRUE});
}

void vd_formulas_done(VdFormulas *f) {
  vd_vec_done(&f->node);
  vd_map_done(&f->known);
  vd_names_done(&f->name);
}

VdFormula vd_formula_bool(VdFormulas *f, bool b) {
  (void)f;
  return b;  // numbers 0 and 1 are false and true
}

VdFormulaKind vd_formula_kind(const VdFormulas *f, VdFormula a) {
  return node(f, a)->kind;
}

void vd_formula_name(VdFormulas *f, VdFormula a, const char *name) {
  if (!f->node.at[a].name)
    f->node.at[a].name = vd_arena_str(&f->out->arena, name);
}

VdFormula vd_formula_not(VdFormulas *f, VdFormula a) {
  if (a < 2) return !a;
  if (node(f, a)->kind == VD_FORMULA_NOT) return node(f, a)->arg[0];
  return put(f, (VdFormulaNode){.kind = VD_FORMULA_NOT, .args = 1, .arg = &a});
}

// -------------------------------------------------------------- and, or

static int by_number(const void *a, const void *b) {
  VdFormula x = *(const VdFormula *)a, y = *(const VdFormula *)b;
  return (x > y) - (x < y);
}

static void add_flat(const VdFormulas *f, VdFormulaKind kind, VdFormula a,
                     Args *out) {
  const VdFormulaNode *n = node(f, a);
  if (n->kind != kind) {
    vd_push(out, a);
    return;
  }
  for (uint32_t i = 0; i < n->args; i++) vd_push(out, n->arg[i]);
}

static bool contains(const VdFormula *arg, uint32_t n, VdFormula a) {
  return bsearch(&a, arg, n, sizeof a, by_number) != NULL;
}

// Of operands under `kind`: is b implied away by a? Under OR, a and (a and c)
// is a; under AND, a and (a or c) is a.
static bool absorbs(const VdFormulas *f, VdFormulaKind kind, VdFormula a,
                    VdFormula b) {
  VdFormulaKind other = kind == VD_FORMULA_OR ? VD_FORMULA_AND : VD_FORMULA_OR;
  const VdFormulaNode *x = node(f, a), *y = node(f, b);
  if (a == b || y->kind != other) return false;
  if (x->kind != other) return contains(y->arg, y->args, a);
  for (uint32_t i = 0; i < x->args; i++)
    if (!contains(y->arg, y->args, x->arg[i])) return false;
  return true;
}

static void drop_absorbed(const VdFormulas *f, VdFormulaKind kind, Args *args) {
  uint32_t kept = 0, n = args->len;
  if (n > vd_limit->formula_absorb) return;
  for (uint32_t i = 0; i < n; i++) {
    bool gone = false;
    for (uint32_t k = 0; k < n && !gone; k++)
      gone = absorbs(f, kind, args->at[k], args->at[i]);
    // Equal operands are there once, so no two absorb each other; and what an
    // absorbed one absorbs, its absorber does too.
    if (!gone) args->at[kept++] = args->at[i];
  }
  args->len = kept;
}

// Is a the negation of an operand, or of some of them together, which are flat?
static bool contradicts(const VdFormulas *f, VdFormulaKind kind,
                        const Args *args, VdFormula a) {
  if (node(f, a)->kind != VD_FORMULA_NOT) return false;
  VdFormula inner = node(f, a)->arg[0];
  const VdFormulaNode *n = node(f, inner);
  if (n->kind != kind) return contains(args->at, args->len, inner);
  for (uint32_t i = 0; i < n->args; i++)
    if (!contains(args->at, args->len, n->arg[i])) return false;
  return true;
}

static VdFormula join(VdFormulas *f, VdFormulaKind kind, const Args *in) {
  VdFormula neutral = kind == VD_FORMULA_AND, strong = !neutral;
  Args args = {0};
  VdFormula out = VD_FORMULA_NONE;
  for (uint32_t i = 0; i < in->len; i++) add_flat(f, kind, in->at[i], &args);
  if (args.len) qsort(args.at, args.len, sizeof *args.at, by_number);
  uint32_t n = 0;
  for (uint32_t i = 0; i < args.len && out == VD_FORMULA_NONE; i++) {
    VdFormula a = args.at[i];
    if (a == strong) out = strong;
    if (a != neutral && (!n || args.at[n - 1] != a)) args.at[n++] = a;
  }
  args.len = n;
  for (uint32_t i = 0; i < n && out == VD_FORMULA_NONE; i++)
    if (contradicts(f, kind, &args, args.at[i])) out = strong;
  if (out == VD_FORMULA_NONE) drop_absorbed(f, kind, &args);
  if (out == VD_FORMULA_NONE && args.len == 0) out = neutral;
  if (out == VD_FORMULA_NONE && args.len == 1) out = args.at[0];
  if (out == VD_FORMULA_NONE)
    out =
        put(f, (VdFormulaNode){.kind = kind, .args = args.len, .arg = args.at});
  vd_vec_done(&args);
  return out;
}

static VdFormula join_two(VdFormulas *f, VdFormulaKind kind, VdFormula a,
                          VdFormula b) {
  VdFormula two[2] = {a, b};
  Args args = {.at = two, .len = 2, .cap = 2};
  return join(f, kind, &args);
}

VdFormula vd_formula_and(VdFormulas *f, VdFormula a, VdFormula b) {
  return join_two(f, VD_FORMULA_AND, a, b);
}

VdFormula vd_formula_or(VdFormulas *f, VdFormula a, VdFormula b) {
  return join_two(f, VD_FORMULA_OR, a, b);
}

// ------------------------------------------------------------- translation

static VdFormula new_codes(VdFormulas *f, uint32_t line) {
  VdCrossLine l = vd_crosswalk_line(f->crosswalk, line);
  Args args = {0};
  for (uint32_t i = 0; i < l.count[VD_NEW]; i++)
    vd_push(&args, put(f, (VdFormulaNode){.kind = VD_FORMULA_CODE,
                                          .code = l.code[VD_NEW][i]}));
  VdFormula all = join(f, VD_FORMULA_AND, &args);
  vd_vec_done(&args);
  return all;
}

static void add_code(VdFormulas *f, VdCode old, Args *any) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(f->crosswalk, VD_OLD, old, &n);
  for (uint32_t i = 0; i < n; i++) {
    VdFormula all = new_codes(f, line[i]);
    vd_push(any, all);
  }
}

VdFormula vd_formula_code(VdFormulas *f, VdCode old) {
  Args any = {0};
  add_code(f, old, &any);
  VdFormula out = join(f, VD_FORMULA_OR, &any);
  vd_vec_done(&any);
  return out;
}

VdFormula vd_formula_table(VdFormulas *f, const VdCodeTable *table) {
  Args any = {0};
  for (uint32_t i = 0; i < table->entry.len; i++)
    add_code(f, table->entry.at[i].code, &any);
  VdFormula out = join(f, VD_FORMULA_OR, &any);
  vd_vec_done(&any);
  return out;
}

// ------------------------------------------------------------------ printing

typedef struct Printer {
  VdFormulas *f;
  VdBuf *out;
  uint32_t column;  // of continuation lines
  size_t line;      // where the line starts in out, less what stood before
} Printer;

// Breaks the line before an operand if it would become too long.
static void put_operator(Printer *p, const char *op, size_t next) {
  if (p->out->len + strlen(op) + 2 + next - p->line > WIDTH) {
    vd_buf_printf(p->out, " %s\n%*s", op, (int)p->column, "");
    p->line = p->out->len - p->column;
  } else {
    vd_buf_printf(p->out, " %s ", op);
  }
}

// The name of a formula that asks for just these codes, or NULL.
static const char *name_of(const VdFormulas *f, const Args *codes) {
  for (uint32_t i = 0; i < f->node.len; i++) {
    const VdFormulaNode *n = node(f, i);
    if (n->name && n->kind == VD_FORMULA_OR && n->args == codes->len &&
        !memcmp(n->arg, codes->at, n->args * sizeof *n->arg))
      return n->name;
  }
  return NULL;
}

// The table with these codes, made if there is none.
static const char *table_of(VdFormulas *f, const Args *codes,
                            const char *wanted) {
  VdNewTable t = {0};
  for (uint32_t i = 0; i < codes->len; i++)
    vd_push(&t.code, node(f, codes->at[i])->code);
  qsort(t.code.at, t.code.len, sizeof *t.code.at, vd_by_number);
  for (uint32_t i = 0; i < f->out->table.len; i++) {
    const VdNewTable *old = &f->out->table.at[i];
    if (old->code.len == t.code.len &&
        !memcmp(old->code.at, t.code.at, t.code.len * sizeof *t.code.at)) {
      vd_vec_done(&t.code);
      return old->name;
    }
  }
  VdBuf name = {0};
  if (!wanted) wanted = name_of(f, codes);
  for (uint32_t n = 1;; n++) {
    name.len = 0;
    vd_buf_printf(&name, "%s", wanted ? wanted : "codes");
    for (char *c = name.at; *c; c++)
      if (!strchr("-_", *c) &&
          !((*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
            (*c >= 'A' && *c <= 'Z')))
        *c = '_';
    if (n > 1 || !wanted) vd_buf_printf(&name, "-%u", n);
    if (!vd_name_get(&f->name, name.at, name.len)) break;
  }
  vd_name_put(&f->name, name.at, name.len);
  t.name = vd_arena_str(&f->out->arena, name.at);
  vd_buf_done(&name);
  vd_push(&f->out->table, t);
  return t.name;
}

static void print(Printer *p, VdFormula a, VdLevel level);

static void print_code(Printer *p, VdCode code) {
  vd_buf_printf(p->out, "has(\"%s\")",
                vd_code_text(p->f->crosswalk, VD_NEW, code));
}

// Operands that are codes, and the others.
static void split(const VdFormulas *f, const VdFormulaNode *n, Args *codes,
                  Args *others) {
  for (uint32_t i = 0; i < n->args; i++) {
    VdFormula a = n->arg[i];
    if (node(f, a)->kind == VD_FORMULA_CODE)
      vd_push(codes, a);
    else
      vd_push(others, a);
  }
}

static void print_any(Printer *p, const VdFormulaNode *n) {
  Args codes = {0}, others = {0};
  bool first = true;
  split(p->f, n, &codes, &others);
  if (codes.len >= LONG_ANY) {
    vd_buf_printf(p->out, "has_any(\"%s\")", table_of(p->f, &codes, n->name));
    first = false;
  } else {
    for (uint32_t i = 0; i < codes.len; i++) {
      if (!first) put_operator(p, "||", 14);
      print(p, codes.at[i], VD_LEVEL_AND);
      first = false;
    }
  }
  for (uint32_t i = 0; i < others.len; i++) {
    if (!first) put_operator(p, "||", 32);
    print(p, others.at[i], VD_LEVEL_UNARY);
    first = false;
  }
  vd_vec_done(&codes);
  vd_vec_done(&others);
}

static void print_all(Printer *p, const VdFormulaNode *n) {
  for (uint32_t i = 0; i < n->args; i++) {
    if (i) put_operator(p, "&&", 14);
    print(p, n->arg[i], VD_LEVEL_UNARY);
  }
}

// Whether an OR is printed as one question.
static bool is_one_table(const VdFormulas *f, const VdFormulaNode *n) {
  uint32_t codes = 0;
  for (uint32_t i = 0; i < n->args; i++)
    codes += node(f, n->arg[i])->kind == VD_FORMULA_CODE;
  return codes == n->args && codes >= LONG_ANY;
}

static void print(Printer *p, VdFormula a, VdLevel level) {
  // A copy: printing may make tables, never formulas.
  VdFormulaNode n = *node(p->f, a);
  bool bare = n.kind < VD_FORMULA_AND ||
              (n.kind == VD_FORMULA_OR && is_one_table(p->f, &n)) ||
              (n.kind == VD_FORMULA_OR && level == VD_LEVEL_OR) ||
              (n.kind == VD_FORMULA_AND && level <= VD_LEVEL_AND);
  if (!bare) vd_buf_char(p->out, '(');
  p->column += !bare;
  switch (n.kind) {
    case VD_FORMULA_FALSE: vd_buf_char(p->out, '0'); break;
    case VD_FORMULA_TRUE: vd_buf_char(p->out, '1'); break;
    case VD_FORMULA_CODE: print_code(p, n.code); break;
    case VD_FORMULA_NOT:
      vd_buf_char(p->out, '!');
      print(p, n.arg[0], VD_LEVEL_UNARY);
      break;
    case VD_FORMULA_AND: print_all(p, &n); break;
    case VD_FORMULA_OR: print_any(p, &n); break;
  }
  p->column -= !bare;
  if (!bare) vd_buf_char(p->out, ')');
}

void vd_formula_print(VdFormulas *f, VdFormula a, VdLevel level,
                      uint32_t column, VdBuf *out) {
  Printer p = {.f = f, .out = out, .column = column};
  p.line = out->len - (column < out->len ? column : out->len);
  print(&p, a, level);
}
