// Clauses as terms: names are looked up, expressions typed, and what a clause
// may speak of is watched.
#include <stdlib.h>

#include "relate/contract_impl.h"

typedef VdContractValue Value;
typedef VdContractExpr Expr;

typedef struct Maker {
  VdContractMath math;
  const VdInterface *interface;
  VdTrouble *trouble;
  VdContractTerms *out;
  VdClauseKind kind;         // of the clause at hand
  bool input[2], output[2];  // it speaks of, by side
} Maker;

static const char *const side_text[] = {"old", "new"};
static const char *const clause_text[] = {[VD_CLAUSE_ASSUME] = "assume",
                                          [VD_CLAUSE_RELATE] = "relate",
                                          [VD_CLAUSE_ENSURE] = "ensure"};

static Value fail(Maker *m, VdPos pos, const char *fmt, ...) VD_PRINTF(3, 4);
static Value fail(Maker *m, VdPos pos, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vd_vtrouble(m->trouble, VD_ERROR, pos.line, pos.column, fmt, args);
  va_end(args);
  return (Value){0};
}

static bool look(const Maker *m, int side, const char *name,
                 VdContractName *out) {
  *out = (VdContractName){0};
  return m->interface->look(m->interface->context, side, name, out);
}

// ------------------------------------------------------------------- names
static void try_side(const Maker *m, int side, VdNear *near) {
  const VdInterface *i = m->interface;
  const char *name;
  for (uint32_t k = 0; (name = i->list(i->context, side, k)); k++)
    vd_near_try(near, name);
}

static Value unknown_name(Maker *m, const Expr *e) {
  VdContractName other;
  VdNear near = {.text = e->name,
                 .len = strlen(e->name),
                 .any_case = m->interface->any_case};
  if (look(m, !e->side, e->name, &other))
    return fail(m, e->pos,
                "the %s version has no variable \"%s\"; the %s one has",
                side_text[e->side], e->name, side_text[!e->side]);
  if (!vd_trouble_is_full(m->trouble)) try_side(m, e->side, &near);
  return fail(m, e->pos, "the %s version has no variable \"%s\"%s%s%s",
              side_text[e->side], e->name, near.best ? "; did you mean \"" : "",
              near.best ? near.best : "", near.best ? "\"?" : "");
}

static Value sided_name(Maker *m, const Expr *e) {
  VdContractName n;
  const char *side = side_text[e->side];
  if (!look(m, e->side, e->name, &n)) return unknown_name(m, e);
  if (n.role == VD_USE_STATE)
    return fail(m, e->pos,
                "\"%s.%s\" is neither input nor output, and contracts speak "
                "of these alone",
                side, n.name);
  if (n.role == VD_USE_CONSTANT)
    return vd_contract_variable(&m->math, &n.type, n.input);
  if (m->kind == VD_CLAUSE_ENSURE && n.role & VD_USE_OUTPUT) {
    m->output[e->side] = true;
    return vd_contract_variable(&m->math, &n.type, n.output);
  }
  if (!(n.role & VD_USE_INPUT))
    return fail(m, e->pos, "\"%s.%s\" is an output, and %s is about inputs",
                side, n.name, clause_text[m->kind]);
  m->input[e->side] = true;
  return vd_contract_variable(&m->math, &n.type, n.input);
}

static Value shared_name(Maker *m, const Expr *e, const VdContractName n[2]) {
  if (n[0].role == VD_USE_CONSTANT && n[1].role == VD_USE_CONSTANT &&
      vd_term_eq(n[0].input, n[1].input))
    return vd_contract_variable(&m->math, &n[0].type, n[0].input);
  bool inputs = n[0].role & n[1].role & VD_USE_INPUT;
  bool after =
      m->kind == VD_CLAUSE_ENSURE && (n[0].role | n[1].role) & VD_USE_OUTPUT;
  if (!inputs || after)
    return fail(m, e->pos,
                "a name without a side stands for an input of both; write "
                "old.%s or new.%s",
                e->name, e->name);
  for (int k = 0; k < 2; k++)
    if (vd_contract_is_related(m->out, k, n[k].id))
      return fail(m, e->pos,
                  "\"%s\" is not equal on both sides, as a relate clause "
                  "names it; write old.%s or new.%s",
                  e->name, e->name, e->name);
  VdContractType type[2] = {n[0].type, n[1].type};
  VdTerm term[2] = {n[0].input, n[1].input};
  if (vd_term_is_none(vd_contract_equal(m->math.tm, type, term)))
    return fail(m, e->pos, "\"%s\" is %s in the old version and %s in the new",
                e->name, type[0].text, type[1].text);
  m->input[0] = m->input[1] = true;
  return vd_contract_variable(&m->math, &n[0].type, n[0].input);
}

// A name without a side: an input of both, or a value of an enumeration.
static Value bare_name(Maker *m, const Expr *e) {
  VdContractName n[2];
  bool has[2] = {look(m, 0, e->name, &n[0]), look(m, 1, e->name, &n[1])};
  if (has[0] && has[1]) return shared_name(m, e, n);
  if (has[0] || has[1])
    return fail(m, e->pos, "only the %s version has \"%s\"; write %s.%s",
                side_text[!has[0]], e->name, side_text[!has[0]], e->name);
  return (Value){.kind = VD_CV_WORD, .name = e->name};
}

// ------------------------------------------------------------- expressions
static Value make(Maker *m, const Expr *e);

static Value checked(Maker *m, const Expr *e, Value v) {
  if (m->math.error) v = fail(m, e->pos, "%s", m->math.error);
  m->math.error = NULL;
  return v;
}

static Value make_choice(Maker *m, const Expr *e) {
  Value c = make(m, e->arg[0]), a = make(m, e->arg[1]), b = make(m, e->arg[2]);
  if (c.kind && c.kind != VD_CV_BOOL)
    return fail(m, e->pos, "\"?:\" asks %s, not a Boolean",
                vd_contract_describe(&c));
  if (!c.kind || !a.kind || !b.kind) return (Value){0};
  return checked(m, e, vd_contract_choice(&m->math, c.term, a, b));
}

static Value make(Maker *m, const Expr *e) {
  Value a, b;
  switch (e->kind) {
    case VD_CE_NAME:
      return e->side == VD_CONTRACT_BARE ? bare_name(m, e) : sided_name(m, e);
    case VD_CE_ENUM: return (Value){.kind = VD_CV_WORD, .name = e->name};
    case VD_CE_BOOL:
      return (Value){.kind = VD_CV_BOOL,
                     .term = vd_mk_bool(m->math.tm, e->bits)};
    case VD_CE_INT: return vd_contract_int(&m->math, e->bits);
    case VD_CE_REAL: return (Value){.kind = VD_CV_REAL, .name = e->name};
    case VD_CE_MOMENT:
      return vd_contract_moment(&m->math, e->class, e->unit, e->bits);
    case VD_CE_UNARY:
      a = make(m, e->arg[0]);
      return checked(m, e, vd_contract_unary(&m->math, e->op, a));
    case VD_CE_BINARY:
      a = make(m, e->arg[0]);
      b = make(m, e->arg[1]);
      return checked(m, e, vd_contract_binary(&m->math, e->op, a, b));
    case VD_CE_CHOICE: return make_choice(m, e);
  }
  return (Value){0};
}

// ----------------------------------------------------------------- clauses
// Whether a clause speaks of what its kind is about.
static bool is_about(Maker *m, const VdClause *clause) {
  if (clause->kind == VD_CLAUSE_ENSURE && !m->output[0] && !m->output[1]) {
    fail(m, clause->pos, "the clause names no output: ensure is about outputs");
    return false;
  }
  if (clause->kind != VD_CLAUSE_RELATE || (m->input[0] && m->input[1]))
    return true;
  if (!m->input[0] && !m->input[1])
    fail(m, clause->pos, "the clause names no input: relate is about inputs");
  else
    fail(m, clause->pos,
         "the clause names inputs of the %s version alone; write assume",
         side_text[m->input[1]]);
  return false;
}

static void make_clause(Maker *m, const VdClause *clause) {
  m->kind = clause->kind;
  memset(m->input, 0, sizeof m->input);
  memset(m->output, 0, sizeof m->output);
  Value v = make(m, clause->expr);
  if (!v.kind) return;
  if (v.kind == VD_CV_WORD) {
    fail(m, clause->expr->pos, "neither version has a variable \"%s\"", v.name);
    return;
  }
  if (v.kind != VD_CV_BOOL) {
    fail(m, clause->expr->pos, "the clause is %s, not a Boolean",
         vd_contract_describe(&v));
    return;
  }
  if (!is_about(m, clause)) return;
  VD_CHECK(!vd_term_is_none(v.term));
  VdContractTerm term = {v.term, clause};
  VdContractTerms *out = m->out;
  if (clause->kind == VD_CLAUSE_ENSURE) {
    vd_push(&out->ensure, term);
    return;
  }
  vd_push(&out->part, term);
  VdTerm *all = clause->kind == VD_CLAUSE_ASSUME ? &out->assume : &out->relate;
  *all = vd_mk_and(m->math.tm, *all, v.term);
}

// --------------------------------------------------------- related inputs
static void mark_related(Maker *m, const Expr *e) {
  VdContractName n;
  if (e->kind == VD_CE_NAME && e->side != VD_CONTRACT_BARE) {
    if (look(m, e->side, e->name, &n) && n.role & VD_USE_INPUT &&
        !vd_contract_is_related(m->out, e->side, n.id))
      vd_push(&m->out->related[e->side], n.id);
  }
  for (int i = 0; i < 3; i++)
    if (e->arg[i]) mark_related(m, e->arg[i]);
}

bool vd_contract_is_related(const VdContractTerms *terms, int side,
                            uint32_t id) {
  for (uint32_t i = 0; i < terms->related[side].len; i++)
    if (terms->related[side].at[i] == id) return true;
  return false;
}

static void mark_all(Maker *m, const VdContractBlock *block) {
  for (uint32_t i = 0; i < block->clauses; i++)
    if (block->clause[i].kind == VD_CLAUSE_RELATE)
      mark_related(m, block->clause[i].expr);
  for (int k = 0; k < 2; k++)
    if (m->out->related[k].len)
      qsort(m->out->related[k].at, m->out->related[k].len, sizeof(uint32_t),
            vd_by_number);
}

bool vd_contract_terms(VdTerms *tm, const VdContractBlock *block,
                       const VdInterface *interface, VdDiags *diags,
                       VdContractTerms *out) {
  *out = (VdContractTerms){.assume = vd_mk_bool(tm, true),
                           .relate = vd_mk_bool(tm, true),
                           .outputs = true};
  if (!block) return true;
  VdArena arena = {0};
  VdTrouble trouble = vd_trouble_of(diags, block->pos.file);
  Maker m = {.math = {.tm = tm, .arena = &arena},
             .interface = interface,
             .trouble = &trouble,
             .out = out};
  bool ensured = false, outputs = false;
  mark_all(&m, block);
  for (uint32_t i = 0; i < block->clauses; i++) {
    const VdClause *clause = &block->clause[i];
    ensured |= clause->kind == VD_CLAUSE_ENSURE;
    outputs |= clause->defaults;
    if (!clause->defaults) make_clause(&m, clause);
  }
  out->outputs = outputs || !ensured;
  vd_arena_done(&arena);
  return !vd_trouble_end(&trouble);
}

void vd_contract_terms_done(VdContractTerms *terms) {
  vd_vec_done(&terms->part);
  vd_vec_done(&terms->ensure);
  for (int k = 0; k < 2; k++) vd_vec_done(&terms->related[k]);
  *terms = (VdContractTerms){0};
}

// ---------------------------------------------------------------- equality
VdTerm vd_contract_equal(VdTerms *tm, const VdContractType type[2],
                         const VdTerm term[2]) {
  VdArena arena = {0};
  VdContractMath math = {.tm = tm, .arena = &arena};
  Value a = vd_contract_variable(&math, &type[0], term[0]);
  Value b = vd_contract_variable(&math, &type[1], term[1]);
  Value out = {0};
  if (a.kind == b.kind) out = vd_contract_binary(&math, VD_CO_SAME, a, b);
  vd_arena_done(&arena);
  return out.kind ? out.term : VD_TERM_NONE;
}
