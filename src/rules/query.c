// The questions about rule functions, to the SAT solver. What is not made of
// bits goes to the SMT solver instead, with the same facts as terms.
//
// The facts are those that vd_scope_pair and vd_scope_partner ask for: a used
// code that is present is related by a line that is wholly present, or it is an
// orphan. Only used codes are constrained.
#include <stdlib.h>

#include "rules/rules_impl.h"
#include "solve/blast.h"
#include "solve/fraig.h"

// Numbers of variables that nothing else makes here.

// A relation between an input of the old side and one of the new.
typedef struct Relation {
  uint32_t input[2];  // by side
  int *full;          // by line of the scope: implies that it is present; or 0
} Relation;

// Facts go to the SAT solver or, without one, become terms.
typedef struct Encoder {
  VdRuleQuestion *q;
  VdSat *sat;
  VdTermVec var;      // without a solver: of variable n at n - 1
  VdTermVec asserts;  // without a solver
  int *code[3];       // by input: variable of each code of the scope, or 0
  bool *fixed[3];     // by input: codes that stay absent
  VdLit **leaf;       // bits of each leaf
  VdLit *atom[2];     // of each atom
  Relation relation[2];
  uint32_t relations;
  VD_VEC(int) clause;
  VdArena arena;
} Encoder;

static void encoder_done(Encoder *e) {
  vd_vec_done(&e->clause);
  vd_vec_done(&e->var);
  vd_vec_done(&e->asserts);
  vd_arena_done(&e->arena);
}

static uint32_t inputs_of(const VdRuleQuestion *q) {
  return q->partner ? 3 : 2;
}

static VdSide side_of(uint32_t input) {
  return input == VD_RULE_NEW ? VD_NEW : VD_OLD;
}

static int code_var(const Encoder *e, uint32_t input, VdCode code) {
  return e->code[input][vd_scope_code(e->q->scope, side_of(input), code)];
}

static int new_var(Encoder *e) {
  if (e->sat) return vd_sat_var(e->sat);
  VdTerm var =
      vd_mk_var(e->q->tm, VD_VAR_CODE, e->var.len, vd_sort_bool(), "code");
  vd_push(&e->var, var);
  return (int)e->var.len;
}

static VdTerm lit_term(const Encoder *e, int lit) {
  VdTerm t = e->var.at[abs(lit) - 1];
  return lit < 0 ? vd_mk_not(e->q->tm, t) : t;
}

static void put_clause(Encoder *e, const int *lits, uint32_t n) {
  if (e->sat) {
    vd_sat_clause(e->sat, lits, n);
    return;
  }
  VdTerm any = vd_mk_bool(e->q->tm, false);
  for (uint32_t i = 0; i < n; i++)
    any = vd_mk_or(e->q->tm, any, lit_term(e, lits[i]));
  vd_push(&e->asserts, any);
}

static void clause2(Encoder *e, int a, int b) {
  int lits[2] = {a, b};
  put_clause(e, lits, 2);
}

static void end_clause(Encoder *e) {
  put_clause(e, e->clause.at, e->clause.len);
  e->clause.len = 0;
}

// ---------------------------------------------------------------- relations

// A variable that implies every code of the line; 0 if one is absent.
static int full_line(Encoder *e, Relation *r, uint32_t line) {
  uint32_t index = vd_scope_line(e->q->scope, line);
  if (r->full[index]) return r->full[index];
  VdCrossLine l = vd_crosswalk_line(e->q->cw, line);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < l.count[k]; i++)
      if (!code_var(e, r->input[k], l.code[k][i])) return 0;
  int var = new_var(e);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < l.count[k]; i++)
      clause2(e, -var, code_var(e, r->input[k], l.code[k][i]));
  return r->full[index] = var;
}

// What, given one of its codes, makes the line present: the other code if
// there are two.
static int rest_of_line(Encoder *e, Relation *r, uint32_t line, VdSide side) {
  VdCrossLine l = vd_crosswalk_line(e->q->cw, line);
  if (l.count[VD_OLD] != 1 || l.count[VD_NEW] != 1)
    return full_line(e, r, line);
  return code_var(e, r->input[!side], l.code[!side][0]);
}

static void add_lines(Encoder *e, Relation *r, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(e->q->cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    int rest = rest_of_line(e, r, line[i], side);
    if (rest) vd_push(&e->clause, rest);
  }
}

static bool stands_alone(const VdCrosswalk *cw, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++)
    if (vd_crosswalk_line(cw, line[i]).count[side] == 1) return true;
  return false;
}

// A variable that implies that no line has all of the code's own side.
static int orphan_var(Encoder *e, const Relation *r, VdSide side, VdCode code) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(e->q->cw, side, code, &n);
  int var = new_var(e);
  VD_VEC(int) lits = {0};
  for (uint32_t i = 0; i < n; i++) {
    VdCrossLine l = vd_crosswalk_line(e->q->cw, line[i]);
    bool complete = true;
    lits.len = 0;
    vd_push(&lits, -var);
    for (uint32_t j = 0; j < l.count[side]; j++) {
      int own = code_var(e, r->input[side], l.code[side][j]);
      complete &= own != 0;
      vd_push(&lits, -own);
    }
    if (complete) put_clause(e, lits.at, lits.len);
  }
  vd_vec_done(&lits);
  return var;
}

static void relate_used(Encoder *e, Relation *r, VdSide side, VdCode code) {
  uint32_t n;
  vd_code_lines(e->q->cw, side, code, &n);
  if (!n || !code_var(e, r->input[side], code)) return;  // always an orphan
  int orphan =
      stands_alone(e->q->cw, side, code) ? 0 : orphan_var(e, r, side, code);
  add_lines(e, r, side, code);
  vd_push(&e->clause, -code_var(e, r->input[side], code));
  if (orphan) vd_push(&e->clause, orphan);
  end_clause(e);
}

static void relate_partner(Encoder *e, Relation *r, VdCode code) {
  if (!code_var(e, VD_RULE_NEW, code)) return;
  add_lines(e, r, VD_NEW, code);
  vd_push(&e->clause, -code_var(e, VD_RULE_NEW, code));
  end_clause(e);
}

static void add_relation(Encoder *e, uint32_t old_input) {
  const VdScope *s = e->q->scope;
  Relation *r = &e->relation[e->relations++];
  r->input[VD_OLD] = old_input;
  r->input[VD_NEW] = VD_RULE_NEW;
  r->full = VD_NEW_ARRAY(&e->arena, int, s->line.len + 1);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->used[k]; i++)
      relate_used(e, r, (VdSide)k, s->code[k].at[i]);
  for (uint32_t i = 0; e->q->partner && i < s->code[VD_NEW].len; i++)
    relate_partner(e, r, s->code[VD_NEW].at[i]);
}

static void encode_relations(Encoder *e) {
  const VdScope *s = e->q->scope;
  for (uint32_t k = 0; k < inputs_of(e->q); k++) {
    uint32_t n = s->code[side_of(k)].len;
    const bool *needed =
        e->q->kept + (side_of(k) == VD_NEW ? s->code[VD_OLD].len : 0);
    e->code[k] = VD_NEW_ARRAY(&e->arena, int, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (needed[i]) e->code[k][i] = new_var(e);
  }
  add_relation(e, VD_RULE_FIRST);
  if (e->q->partner) add_relation(e, VD_RULE_SECOND);
}

// -------------------------------------------------------------------- atoms

static void tie_table(Encoder *e, uint32_t input, const VdCodeTable *table,
                      int atom) {
  for (uint32_t i = 0; i < table->entry.len; i++) {
    int code = code_var(e, input, table->entry.at[i].code);
    if (!code) continue;
    clause2(e, -code, atom);
    vd_push(&e->clause, code);
  }
  vd_push(&e->clause, -atom);
  end_clause(e);
}

static void tie_atom(Encoder *e, const VdRuleAtom *a, uint32_t input,
                     int atom) {
  if (a->table) {
    tie_table(e, input, a->table, atom);
    return;
  }
  int code = code_var(e, input, a->code), none = -atom;
  if (!code) {
    put_clause(e, &none, 1);
    return;
  }
  clause2(e, -code, atom);
  clause2(e, code, -atom);
}

// ------------------------------------------------------------------- models

static bool *values_of(const Encoder *e, uint32_t input) {
  uint32_t n = e->q->scope->code[side_of(input)].len;
  bool *present = VD_NEW_ARRAY(e->q->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++)
    present[i] = e->code[input][i] && vd_sat_value(e->sat, e->code[input][i]);
  return present;
}

static void read_codes(const Encoder *e, VdRuleModel *model) {
  for (uint32_t k = 0; k < inputs_of(e->q); k++)
    model->present[k] = values_of(e, k);
}

static VdValue leaf_value(const Encoder *e, const VdCnf *cnf, uint32_t i) {
  VdSort sort = vd_term_sort(e->q->tm, e->q->leaf.at[i]);
  uint32_t width = vd_sort_width(sort), limbs = (width + 63) / 64;
  uint64_t *limb = VD_NEW_ARRAY(e->q->arena, uint64_t, limbs + 1);
  for (uint32_t b = 0; b < width; b++)
    if (vd_cnf_value(cnf, e->leaf[i][b])) limb[b / 64] |= 1ull << b % 64;
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(limb[0]);
  VdValue v = vd_value_limbs(e->q->arena, width, limb, limbs);
  if (sort.kind != VD_SORT_FLOAT) return v;
  return vd_value_as_float(e->q->arena, sort, v);
}

static void read_leaves(const Encoder *e, const VdCnf *cnf,
                        VdRuleModel *model) {
  VdRuleQuestion *q = e->q;
  model->leaf = VD_NEW_ARRAY(q->arena, VdValue, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++)
    model->leaf[i] = leaf_value(e, cnf, i);
}

// What is absent stays absent.
static void fix_absent(Encoder *e, const VdRuleModel *model) {
  for (uint32_t k = 0; k < inputs_of(e->q); k++) {
    uint32_t n = e->q->scope->code[side_of(k)].len;
    for (uint32_t i = 0; i < n; i++) {
      int lit = -e->code[k][i];
      if (!lit || model->present[k][i] || e->fixed[k][i]) continue;
      e->fixed[k][i] = true;
      vd_sat_clause(e->sat, &lit, 1);
    }
  }
}

// Takes away codes that are not needed, one by one.
static void minimise(Encoder *e, const VdCnf *cnf, VdRuleModel *model) {
  for (uint32_t k = 0; k < inputs_of(e->q); k++)
    e->fixed[k] =
        VD_NEW_ARRAY(&e->arena, bool, e->q->scope->code[side_of(k)].len + 1);
  for (uint32_t k = 0; k < inputs_of(e->q); k++) {
    uint32_t n = e->q->scope->code[side_of(k)].len;
    for (uint32_t i = 0; i < n; i++) {
      if (!model->present[k][i]) continue;
      fix_absent(e, model);
      vd_sat_assume(e->sat, -e->code[k][i]);
      if (vd_sat_solve(e->sat, &e->q->budget) != VD_SAT_SAT) continue;
      read_codes(e, model);
      read_leaves(e, cnf, model);
    }
  }
}

// ---------------------------------------------------------------------- SAT

// Patterns for a simulation that are in the relation: unions of lines.
typedef struct Patterns {
  Encoder *e;
  VdRandom random;
  uint64_t *code[3];  // by input
} Patterns;

// Few ones: what is joined by "or" would else be always true.
static uint64_t sparse(VdRandom *random) {
  uint64_t word = vd_random_next(random) & vd_random_next(random);
  word &= vd_random_next(random);
  return vd_random_below(random, 4) ? word & vd_random_next(random) : word;
}

static void fill_relation(Patterns *p, const Relation *r) {
  const VdScope *s = p->e->q->scope;
  for (uint32_t i = 0; i < s->line.len; i++) {
    VdCrossLine l = vd_crosswalk_line(p->e->q->cw, s->line.at[i]);
    bool absent = false;
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        absent |= !code_var(p->e, r->input[k], l.code[k][j]);
    if (absent) continue;
    uint64_t word = sparse(&p->random);
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        p->code[r->input[k]][vd_scope_code(s, (VdSide)k, l.code[k][j])] |= word;
  }
}

static uint64_t atom_word(const Patterns *p, const VdRuleAtom *a,
                          uint32_t input) {
  const VdScope *s = p->e->q->scope;
  VdSide side = side_of(input);
  if (!a->table) return p->code[input][vd_scope_code(s, side, a->code)];
  uint64_t word = 0;
  for (uint32_t i = 0; i < a->table->entry.len; i++)
    word |= p->code[input][vd_scope_code(s, side, a->table->entry.at[i].code)];
  return word;
}

static void fill_patterns(void *context, uint64_t *word) {
  Patterns *p = context;
  const VdRuleQuestion *q = p->e->q;
  for (uint32_t k = 0; k < inputs_of(q); k++)
    memset(p->code[k], 0, q->scope->code[side_of(k)].len * sizeof(uint64_t));
  for (uint32_t i = 0; i < p->e->relations; i++)
    fill_relation(p, &p->e->relation[i]);
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    uint32_t width = vd_sort_width(vd_term_sort(q->tm, q->leaf.at[i]));
    for (uint32_t b = 0; b < width; b++)
      word[vd_lit_node(p->e->leaf[i][b])] = vd_random_next(&p->random);
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < q->atoms[k]->len; i++)
      word[vd_lit_node(p->e->atom[k][i])] =
          atom_word(p, &q->atoms[k]->at[i], q->input[k]);
}

// Tells the solver which conditions of the two functions are the same.
static void sweep(Encoder *e, VdCnf *cnf, VdLit top) {
  enum { ROUNDS = 8, CONFLICTS = 100 };
  Patterns p = {.e = e, .random = {1}};
  for (uint32_t k = 0; k < inputs_of(e->q); k++)
    p.code[k] = VD_NEW_ARRAY(&e->arena, uint64_t,
                             e->q->scope->code[side_of(k)].len + 1);
  VdFraig fraig = {.cnf = cnf,
                   .fill = fill_patterns,
                   .context = &p,
                   .rounds = ROUNDS,
                   .conflicts = CONFLICTS};
  vd_fraig(&fraig, top, &e->q->budget);
}

static VdAnswer solve(Encoder *e, VdCnf *cnf, VdLit top, VdRuleModel *model) {
  enum { FEW_CONFLICTS = 200 };  // most questions need fewer
  int lit = vd_cnf_lit(cnf, top);
  vd_sat_assume(e->sat, lit);
  vd_sat_limit(e->sat, FEW_CONFLICTS);
  VdSatAnswer answer = vd_sat_solve(e->sat, &e->q->budget);
  if (answer == VD_SAT_UNKNOWN) {
    sweep(e, cnf, top);
    vd_sat_assume(e->sat, lit);
    answer = vd_sat_solve(e->sat, &e->q->budget);
  }
  if (answer == VD_SAT_UNKNOWN) e->q->late = true;
  if (answer != VD_SAT_SAT)
    return answer == VD_SAT_UNSAT ? VD_ANSWER_UNSAT : VD_ANSWER_UNKNOWN;
  read_codes(e, model);
  read_leaves(e, cnf, model);
  vd_sat_clause(e->sat, &lit, 1);
  minimise(e, cnf, model);
  return VD_ANSWER_SAT;
}

// Parameters, words of the memory at the start, and answers: anything.
static VdLit *free_bits(Encoder *e, VdBlast *blast, VdAig *aig, VdTerm t) {
  uint32_t n = vd_sort_width(vd_term_sort(e->q->tm, t));
  VdLit *bits = VD_NEW_ARRAY(&e->arena, VdLit, n + 1);
  for (uint32_t i = 0; i < n; i++) bits[i] = vd_aig_input(aig);
  vd_blast_set(blast, t, bits, n);
  return bits;
}

static void free_leaves(Encoder *e, VdBlast *blast, VdAig *aig) {
  const VdRuleQuestion *q = e->q;
  e->leaf = VD_NEW_ARRAY(&e->arena, VdLit *, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++)
    e->leaf[i] = free_bits(e, blast, aig, q->leaf.at[i]);
  for (int k = 0; k < 2; k++) {
    e->atom[k] = VD_NEW_ARRAY(&e->arena, VdLit, q->atoms[k]->len + 1);
    for (uint32_t i = 0; i < q->atoms[k]->len; i++)
      e->atom[k][i] = free_bits(e, blast, aig, q->atoms[k]->at[i].app)[0];
  }
}

static void tie_atoms(Encoder *e, VdCnf *cnf) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < e->q->atoms[k]->len; i++)
      tie_atom(e, &e->q->atoms[k]->at[i], e->q->input[k],
               vd_cnf_lit(cnf, e->atom[k][i]));
}

// False if the question is not one about bits.
static bool ask_sat(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
  Encoder e = {.q = q, .sat = vd_sat_new()};
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(q->tm, aig);
  VdCnf cnf = {.aig = aig, .sat = e.sat};
  VdBits bits;
  free_leaves(&e, blast, aig);
  bool ok = vd_blast(blast, q->difference, &bits);
  if (ok) {
    VdLit top = bits.at[0];
    encode_relations(&e);
    tie_atoms(&e, &cnf);
    q->checker = "sat";
    *answer = solve(&e, &cnf, top, model);
  }
  vd_cnf_done(&cnf);
  vd_blast_free(blast);
  vd_aig_free(aig);
  vd_sat_free(e.sat);
  encoder_done(&e);
  return ok;
}

// ---------------------------------------------------------------------- SMT

static void watch_codes(const Encoder *e, VdTermVec *watch) {
  for (uint32_t k = 0; k < inputs_of(e->q); k++)
    for (uint32_t i = 0; i < e->q->scope->code[side_of(k)].len; i++)
      if (e->code[k][i]) vd_push(watch, lit_term(e, e->code[k][i]));
}

static void read_reply(const Encoder *e, const VdReply *reply,
                       VdRuleModel *model) {
  VdRuleQuestion *q = e->q;
  uint32_t at = 0;
  for (uint32_t k = 0; k < inputs_of(q); k++) {
    uint32_t n = q->scope->code[side_of(k)].len;
    model->present[k] = VD_NEW_ARRAY(q->arena, bool, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (e->code[k][i]) model->present[k][i] = reply->watch[at++].bits & 1;
  }
  model->leaf = reply->watch + at;
}

// A word of memory at the start that is accessed at a place which only a model
// tells, or that overlaps a leaf.
typedef struct Cell {
  VdTerm base, index;  // index may be none
  uint64_t offset;
  VdTerm load;
} Cell;
typedef VD_VEC(Cell) Cells;

static bool is_leaf(const VdRuleQuestion *q, VdTerm t) {
  for (uint32_t i = 0; i < q->leaf.len; i++)
    if (vd_term_eq(q->leaf.at[i], t)) return true;
  return false;
}

static bool is_known(const Cells *cells, VdTerm load) {
  for (uint32_t i = 0; i < cells->len; i++)
    if (vd_term_eq(cells->at[i].load, load)) return true;
  return false;
}

// Words that are loaded or stored, as they were at the start.
static void add_cell(VdRuleQuestion *q, VdTerm access, Cells *cells) {
  VdTerms *tm = q->tm;
  VdOp op = vd_term_op(tm, access);
  if (op != VD_OP_LOAD && op != VD_OP_STORE) return;
  VdTerm addr = vd_term_arg(tm, access, 1);
  VdTerm word = op == VD_OP_LOAD ? access : vd_term_arg(tm, access, 2);
  VdPlace place = vd_term_place(tm, addr);
  if (vd_term_is_none(place.base) || vd_term_op(tm, place.base) != VD_OP_ADDR)
    return;
  VdTerm start = vd_summary_state(tm, VD_ROLE_MEM);
  VdTerm load =
      vd_mk_load(tm, start, addr, vd_sort_width(vd_term_sort(tm, word)) / 8);
  if (vd_term_op(tm, load) != VD_OP_LOAD ||
      !vd_term_eq(vd_term_arg(tm, load, 0), start) || is_leaf(q, load) ||
      is_known(cells, load))
    return;
  Cell cell = {place.base, place.index, place.offset, load};
  vd_push(cells, cell);
}

static void find_cells(VdRuleQuestion *q, Cells *cells) {
  enum { MANY_CELLS = 256 };  // what is more is not shown
  VdTermVec nodes = {0};
  vd_terms_reach(q->tm, &q->difference, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && cells->len < MANY_CELLS; i++)
    add_cell(q, nodes.at[i], cells);
  vd_vec_done(&nodes);
}

static void watch_cells(const VdRuleQuestion *q, const Cells *cells,
                        VdTermVec *watch) {
  for (uint32_t i = 0; i < cells->len; i++) {
    const Cell *c = &cells->at[i];
    vd_push(watch, c->load);
    vd_push(watch,
            vd_term_is_none(c->index) ? vd_mk_bv(q->tm, 64, 0) : c->index);
  }
}

// Where the model has a cell it becomes a leaf. The values are the last ones of
// the reply.
static void keep_cells(VdRuleQuestion *q, const Cells *cells,
                       const VdValue *value, VdRuleModel *model) {
  VdTerms *tm = q->tm;
  VdTerm start = vd_summary_state(tm, VD_ROLE_MEM);
  VdValue *leaf = VD_NEW_ARRAY(q->arena, VdValue, q->leaf.len + cells->len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++) leaf[i] = model->leaf[i];
  model->leaf = leaf;
  for (uint32_t i = 0; i < cells->len; i++) {
    const Cell *c = &cells->at[i];
    uint64_t at = c->offset + value[2 * i + 1].bits;
    uint64_t bytes = vd_sort_width(vd_term_sort(tm, c->load)) / 8;
    uint64_t size = vd_object_get(tm, vd_term_object(tm, c->base))->size;
    if (size && (at > size || bytes > size - at)) continue;
    VdTerm addr = at ? vd_mk_add(tm, c->base, vd_mk_bv(tm, 64, at)) : c->base;
    VdTerm load = vd_mk_load(tm, start, addr, (uint32_t)bytes);
    if (vd_term_op(tm, load) != VD_OP_LOAD || is_leaf(q, load)) continue;
    leaf[q->leaf.len] = value[2 * i];
    vd_push(&q->leaf, load);
  }
}

// Where objects lie is up to who runs the functions.
static bool looks_at_address(const VdTerms *tm, VdTerm t) {
  VdOp op = vd_term_op(tm, t);
  if (op == VD_OP_LOAD || op == VD_OP_STORE || op == VD_OP_APP) return false;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++)
    if (vd_term_op(tm, vd_term_arg(tm, t, i)) == VD_OP_ADDR) return true;
  return false;
}

bool vd_rule_is_plain(const VdRuleQuestion *q) {
  VdTermVec nodes = {0};
  VdMap atoms = {0};
  bool plain = true;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < q->atoms[k]->len; i++)
      *vd_map_put(&atoms, q->atoms[k]->at[i].app.id) = 1;
  vd_terms_reach(q->tm, &q->strict, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && plain; i++) {
    VdTerm t = nodes.at[i];
    VdOp op = vd_term_op(q->tm, t);
    VdSortKind kind = (VdSortKind)vd_term_sort(q->tm, t).kind;
    bool state = kind == VD_SORT_ARRAY || kind == VD_SORT_WORLD;
    if (op == VD_OP_APP || op == VD_OP_VAR)
      plain = vd_map_get(&atoms, t.id) || is_leaf(q, t);
    if (op == VD_OP_LOAD) plain = is_leaf(q, t);
    if (looks_at_address(q->tm, t)) plain = false;
    if (state) plain = vd_term_eq(t, vd_summary_state(q->tm, VD_ROLE_MEM));
  }
  vd_map_done(&atoms);
  vd_vec_done(&nodes);
  return plain;
}

static VdAnswer ask_smt(VdRuleQuestion *q, VdRuleModel *model) {
  Encoder e = {.q = q};
  VdTermVec watch = {0};
  Cells cells = {0};
  encode_relations(&e);
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < q->atoms[k]->len; i++) {
      const VdRuleAtom *a = &q->atoms[k]->at[i];
      int atom = new_var(&e);
      vd_push(&e.asserts, vd_mk_eq(q->tm, a->app, lit_term(&e, atom)));
      tie_atom(&e, a, q->input[k], atom);
    }
  }
  vd_push(&e.asserts, q->difference);
  watch_codes(&e, &watch);
  for (uint32_t i = 0; i < q->leaf.len; i++) vd_push(&watch, q->leaf.at[i]);
  find_cells(q, &cells);
  uint32_t first = watch.len;
  watch_cells(q, &cells, &watch);
  VdQuery query = {.asserts = e.asserts.at,
                   .n = e.asserts.len,
                   .watch = watch.at,
                   .watches = watch.len};
  VdReply reply = {0};
  q->checker = "smt";
  vd_solve(q->solver, q->tm, &query, &q->budget, q->arena, &reply);
  if (reply.answer == VD_ANSWER_SAT) {
    read_reply(&e, &reply, model);
    keep_cells(q, &cells, reply.watch + first, model);
  }
  q->why = vd_arena_str(q->arena, reply.reason);
  q->late = reply.late;
  vd_vec_done(&watch);
  vd_vec_done(&cells);
  encoder_done(&e);
  return reply.answer;
}

VdRuleProof vd_rule_prove(VdRuleQuestion *q) {
  q->checker = "symbolic";
  if (vd_term_is_false(q->tm, q->difference)) return VD_RULE_PROVED;
  if (q->sat_alone) {
    q->kept = vd_rule_reduce(q, q->arena);
    return VD_RULE_OPEN;
  }
  q->checker = "translation";
  if (vd_rule_translate(q)) return VD_RULE_PROVED;
  return q->start ? VD_RULE_DOUBTED : VD_RULE_OPEN;
}

VdAnswer vd_rule_search(VdRuleQuestion *q, VdRuleModel *model) {
  VdAnswer answer = VD_ANSWER_UNKNOWN;
  if (q->start && vd_rule_witness(q, model)) return VD_ANSWER_SAT;
  return ask_sat(q, model, &answer) ? answer : ask_smt(q, model);
}
