// Questions about rule functions to the SMT solver: what sat.c states as
// clauses, as terms.
#include "base/limit.h"
#include "rules/rules_impl.h"

typedef struct Facts {
  VdRuleQuestion *q;
  VdTerm *code[3];  // by input and code of the scope; false: absent
  VdTermVec assert;
} Facts;

static void make_codes(Facts *f) {
  VdTerms *tm = f->q->tm;
  for (uint32_t k = 0; k < vd_rule_inputs(f->q); k++) {
    uint32_t n = f->q->scope->code[vd_rule_side_of(k)].len;
    const bool *needed = vd_rule_needed(f->q, k);
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
  VdSide side = vd_rule_side_of(input);
  VdTerm any = vd_mk_bool(tm, false);
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++) {
    uint32_t at = vd_scope_code(s, side, vd_rule_atom_code(a, i));
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
  for (uint32_t k = 0; k < vd_rule_inputs(f->q); k++)
    for (uint32_t i = 0; i < f->q->scope->code[vd_rule_side_of(k)].len; i++)
      if (has_var(f, k, i)) vd_push(watch, f->code[k][i]);
}

static void read_reply(const Facts *f, const VdReply *reply,
                       VdRuleModel *model) {
  VdRuleQuestion *q = f->q;
  uint32_t at = 0;
  for (uint32_t k = 0; k < vd_rule_inputs(q); k++) {
    uint32_t n = q->scope->code[vd_rule_side_of(k)].len;
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

bool vd_rule_ask_smt(VdRuleQuestion *q, VdRuleModel *model, VdAnswer *answer) {
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
