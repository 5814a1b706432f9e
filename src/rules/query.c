// The questions about rule functions, to the SAT solver. What is not made of
// bits goes to the SMT solver instead, with the same facts as terms.
#include "base/limit.h"
#include "rules/rules_impl.h"
#include "solve/blast.h"
#include "solve/fraig.h"

typedef struct Encoder {
  VdRuleQuestion *q;
  VdSat *sat;
  int *code[3];    // by input: variable of each code of the scope, or 0
  bool *fixed[3];  // by input: codes that stay absent
  VdLit **leaf;    // bits of each leaf
  VdLit *atom[2];  // of each atom
  VD_VEC(int) clause;
  VdArena arena;
} Encoder;

static void encoder_done(Encoder *e) {
  vd_vec_done(&e->clause);
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

static void clause2(Encoder *e, int a, int b) {
  vd_sat_clause(e->sat, (int[]){a, b}, 2);
}

static void end_clause(Encoder *e) {
  vd_sat_clause(e->sat, e->clause.at, e->clause.len);
  e->clause.len = 0;
}

// ----------------------------------------------------------------- relations

// Which codes of an input a question needs.
static const bool *needed_of(const VdRuleQuestion *q, uint32_t input) {
  return q->kept + (side_of(input) == VD_NEW ? q->scope->code[VD_OLD].len : 0);
}

static const VdSlotBits *slots_of(Encoder *e, uint32_t input) {
  uint32_t n = e->q->scope->code[side_of(input)].len;
  VdSlotBits *slot = VD_NEW_ARRAY(&e->arena, VdSlotBits, n + 1);
  for (uint32_t i = 0; i < n; i++)
    slot[i] = (VdSlotBits){&e->code[input][i], 1};
  return slot;
}

static void relate(Encoder *e, uint32_t old_input) {
  const VdSlotBits *const input[2] = {slots_of(e, old_input),
                                      slots_of(e, VD_RULE_NEW)};
  vd_relation_clauses(&e->q->relation, e->q->tm, e->sat, input);
}

static void encode_relations(Encoder *e) {
  for (uint32_t k = 0; k < inputs_of(e->q); k++) {
    uint32_t n = e->q->scope->code[side_of(k)].len;
    const bool *needed = needed_of(e->q, k);
    e->code[k] = VD_NEW_ARRAY(&e->arena, int, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (needed[i]) e->code[k][i] = vd_sat_var(e->sat);
  }
  relate(e, VD_RULE_FIRST);
  if (e->q->partner) relate(e, VD_RULE_SECOND);
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
    vd_sat_clause(e->sat, &none, 1);
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

static void fill_relation(Patterns *p, uint32_t old_input) {
  const VdScope *s = p->e->q->scope;
  const uint32_t input[2] = {old_input, VD_RULE_NEW};
  for (uint32_t i = 0; i < s->line.len; i++) {
    VdCrossLine l = vd_crosswalk_line(p->e->q->cw, s->line.at[i]);
    bool absent = false;
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        absent |= !code_var(p->e, input[k], l.code[k][j]);
    if (absent) continue;
    uint64_t word = sparse(&p->random);
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        p->code[input[k]][vd_scope_code(s, (VdSide)k, l.code[k][j])] |= word;
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
  fill_relation(p, VD_RULE_FIRST);
  if (q->partner) fill_relation(p, VD_RULE_SECOND);
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
  Patterns p = {.e = e, .random = {1}};
  for (uint32_t k = 0; k < inputs_of(e->q); k++)
    p.code[k] = VD_NEW_ARRAY(&e->arena, uint64_t,
                             e->q->scope->code[side_of(k)].len + 1);
  VdFraig fraig = {.cnf = cnf,
                   .fill = fill_patterns,
                   .context = &p,
                   .rounds = vd_limit->rule_fraig_rounds,
                   .conflicts = vd_limit->rule_fraig_conflicts};
  vd_fraig(&fraig, top, &e->q->budget);
}

static VdAnswer solve(Encoder *e, VdCnf *cnf, VdLit top, VdRuleModel *model) {
  int lit = vd_cnf_lit(cnf, top);
  vd_sat_assume(e->sat, lit);
  vd_sat_limit(e->sat, vd_limit->rule_few_conflicts);
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

// The same facts as terms.
typedef struct Facts {
  VdRuleQuestion *q;
  VdTerm *code[3];  // by input and code of the scope; false: absent
  VdTermVec assert;
} Facts;

static void make_codes(Facts *f) {
  VdTerms *tm = f->q->tm;
  for (uint32_t k = 0; k < inputs_of(f->q); k++) {
    uint32_t n = f->q->scope->code[side_of(k)].len;
    const bool *needed = needed_of(f->q, k);
    f->code[k] = VD_NEW_ARRAY(f->q->arena, VdTerm, n + 1);
    for (uint32_t i = 0; i < n; i++)
      f->code[k][i] = needed[i]
                          ? vd_mk_fresh(tm, VD_VAR_CODE, vd_sort_bool(), "code")
                          : vd_mk_bool(tm, false);
  }
}

static void state_relation(Facts *f) {
  const VdRelation *r = &f->q->relation;
  const VdTerm *first = f->code[VD_RULE_FIRST],
               *second = f->code[VD_RULE_SECOND], *new = f->code[VD_RULE_NEW];
  if (f->q->partner)
    vd_relation_partners(r, f->q->tm, first, second, new, &f->assert);
  else
    vd_relation_terms(r, f->q->tm, (const VdTerm *const[]){first, new},
                      &f->assert);
}

// That an atom is true.
static VdTerm atom_term(const Facts *f, const VdRuleAtom *a, uint32_t input) {
  VdTerms *tm = f->q->tm;
  const VdScope *s = f->q->scope;
  VdSide side = side_of(input);
  if (!a->table) return f->code[input][vd_scope_code(s, side, a->code)];
  VdTerm any = vd_mk_bool(tm, false);
  for (uint32_t i = 0; i < a->table->entry.len; i++) {
    uint32_t at = vd_scope_code(s, side, a->table->entry.at[i].code);
    any = vd_mk_or(tm, any, f->code[input][at]);
  }
  return any;
}

static void state_facts(Facts *f) {
  VdRuleQuestion *q = f->q;
  make_codes(f);
  state_relation(f);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < q->atoms[k]->len; i++) {
      const VdRuleAtom *a = &q->atoms[k]->at[i];
      VdTerm is = atom_term(f, a, q->input[k]);
      vd_push(&f->assert, vd_mk_eq(q->tm, a->app, is));
    }
  vd_push(&f->assert, q->difference);
}

static bool has_var(const Facts *f, uint32_t input, uint32_t i) {
  return vd_term_op(f->q->tm, f->code[input][i]) == VD_OP_VAR;
}

static void watch_codes(const Facts *f, VdTermVec *watch) {
  for (uint32_t k = 0; k < inputs_of(f->q); k++)
    for (uint32_t i = 0; i < f->q->scope->code[side_of(k)].len; i++)
      if (has_var(f, k, i)) vd_push(watch, f->code[k][i]);
}

static void read_reply(const Facts *f, const VdReply *reply,
                       VdRuleModel *model) {
  VdRuleQuestion *q = f->q;
  uint32_t at = 0;
  for (uint32_t k = 0; k < inputs_of(q); k++) {
    uint32_t n = q->scope->code[side_of(k)].len;
    model->present[k] = VD_NEW_ARRAY(q->arena, bool, n + 1);
    for (uint32_t i = 0; i < n; i++)
      if (has_var(f, k, i)) model->present[k][i] = reply->watch[at++].bits & 1;
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
  VdTermVec nodes = {0};
  vd_terms_reach(q->tm, &q->difference, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && cells->len < vd_limit->rule_cells; i++)
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

static bool ask_smt(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
  Facts f = {.q = q};
  VdTermVec watch = {0};
  Cells cells = {0};
  state_facts(&f);
  watch_codes(&f, &watch);
  for (uint32_t i = 0; i < q->leaf.len; i++) vd_push(&watch, q->leaf.at[i]);
  find_cells(q, &cells);
  uint32_t first = watch.len;
  watch_cells(q, &cells, &watch);
  VdQuery query = {.asserts = f.assert.at,
                   .n = f.assert.len,
                   .watch = watch.at,
                   .watches = watch.len};
  VdReply reply = {0};
  vd_solve(q->solver, q->tm, &query, &q->budget, q->arena, &reply);
  if (reply.answer == VD_ANSWER_SAT) {
    read_reply(&f, &reply, model);
    keep_cells(q, &cells, reply.watch + first, model);
  }
  q->why = vd_arena_str(q->arena, reply.reason);
  q->late = reply.late;
  vd_vec_done(&watch);
  vd_vec_done(&cells);
  vd_vec_done(&f.assert);
  *answer = reply.answer;
  return true;
}

// -------------------------------------------------------------------- order

static bool symbolic(VdRuleQuestion *q) {
  return vd_term_is_false(q->tm, q->difference);
}

static bool translation(VdRuleQuestion *q) {
  if (!q->sat_alone) return vd_rule_translate(q);
  q->kept = vd_rule_reduce(q, q->arena);
  return false;
}

static const struct {
  const char *checker;  // as verdicts name it
  bool (*prove)(VdRuleQuestion *q);
} proofs[] = {
    {"symbolic", symbolic},  // the difference is one term: false
    {"translation", translation},
};

static bool witness(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
  if (!q->start || !vd_rule_witness(q, model)) return false;
  *answer = VD_ANSWER_SAT;
  return true;
}

static const struct {
  const char *checker;
  // False: the next one is asked.
  bool (*search)(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer);
} searches[] = {
    {"translation", witness},  // near where a translation fails
    {"sat", ask_sat},          // if the question is one about bits
    {"smt", ask_smt},
};

VdRuleProof vd_rule_prove(VdRuleQuestion *q) {
  for (size_t i = 0; i < VD_COUNT(proofs); i++) {
    q->checker = proofs[i].checker;
    if (proofs[i].prove(q)) return VD_RULE_PROVED;
  }
  return q->start ? VD_RULE_DOUBTED : VD_RULE_NOT_PROVED;
}

VdAnswer vd_rule_search(VdRuleQuestion *q, VdRuleModel *model) {
  VdAnswer answer = VD_ANSWER_UNKNOWN;
  bool settled = false;
  for (size_t i = 0; i < VD_COUNT(searches) && !settled; i++) {
    q->checker = searches[i].checker;
    settled = searches[i].search(q, model, &answer);
  }
  return answer;
}
