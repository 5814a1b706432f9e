// From a difference between a function and a translation (translate.c)
// to one between inputs that are related, with few codes.
//
// Let v be codes of one side, T(v) the codes of the other side that have a line
// of which v has all of its own side. Then (v, T(v)) is in R: a code of v that
// is no orphan is on a line that v has all of its own side of, so all of the
// line is there; and so is a code of T(v) on the line that made it one. So v
// and T(v) show the difference of a pair of functions; v, T(v) and T'(T(v))
// show a mismatch.
//
// Such inputs have more codes than needed. Codes are taken away, many at first,
// then one by one. What is then neither related nor an orphan goes, too; the
// difference must stay. What is found is checked once more when the evidence is
// made, so nothing here is trusted.
#include "rules/rules_impl.h"
#include "solve/blast.h"

typedef struct Item {
  uint32_t input, at;  // a code of the scope that is present in an input
} Item;
typedef VD_VEC(Item) Items;

typedef struct Witness {
  VdRuleQuestion *q;
  VdRuleModel *model;
  Items item;               // present now
  VD_VEC(uint32_t) member;  // places of codes, of each atom after the other
  VD_VEC(uint32_t) first;   // by atom: its first member
  VdTerm difference;        // with the leaves as they are in the model
  VdEval *eval;
} Witness;

static bool has_side(const Witness *w, VdCrossLine l, uint32_t input) {
  VdSide side = vd_rule_side_of(input);
  for (uint32_t i = 0; i < l.count[side]; i++)
    if (!w->model->present[input]
                          [vd_scope_code(w->q->scope, side, l.code[side][i])])
      return false;
  return true;
}

// ------------------------------------------------------------- translation

static bool is_kept(const VdRuleQuestion *q, VdSide side, uint32_t i) {
  return q->kept[side == VD_NEW ? q->scope->code[VD_OLD].len + i : i];
}

// Whether some line with the code has all of its side of an input; and, with
// `both`, all of another input's.
static bool has_line(const Witness *w, VdSide side, VdCode code, uint32_t input,
                     const uint32_t *both) {
  uint32_t n;
  const uint32_t *line = vd_code_lines(w->q->cw, side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (vd_scope_line(w->q->scope, line[i]) == VD_SCOPE_NONE) continue;
    VdCrossLine l = vd_crosswalk_line(w->q->cw, line[i]);
    if (has_side(w, l, input) && (!both || has_side(w, l, *both))) return true;
  }
  return false;
}

static void translate(Witness *w, uint32_t from, uint32_t to) {
  const VdScope *s = w->q->scope;
  VdSide side = vd_rule_side_of(to);
  for (uint32_t i = 0; i < s->code[side].len; i++)
    w->model->present[to][i] =
        is_kept(w->q, side, i) &&
        has_line(w, side, s->code[side].at[i], from, NULL);
}

static void make_inputs(Witness *w) {
  VdRuleQuestion *q = w->q;
  uint32_t start = q->start_side == VD_OLD ? VD_RULE_FIRST : VD_RULE_NEW;
  for (uint32_t k = 0; k < (q->partner ? 3 : 2); k++)
    w->model->present[k] = VD_NEW_ARRAY(
        q->arena, bool, q->scope->code[vd_rule_side_of(k)].len + 1);
  memcpy(w->model->present[start], q->start, q->scope->code[q->start_side].len);
  if (start == VD_RULE_FIRST)
    translate(w, VD_RULE_FIRST, VD_RULE_NEW);
  else
    translate(w, VD_RULE_NEW, VD_RULE_FIRST);
  if (q->partner) translate(w, VD_RULE_NEW, VD_RULE_SECOND);
  for (uint32_t k = 0; k < (q->partner ? 3 : 2); k++)
    for (uint32_t i = 0; i < q->scope->code[vd_rule_side_of(k)].len; i++)
      if (w->model->present[k][i]) vd_push(&w->item, (Item){k, i});
}

// ------------------------------------------------------------------- atoms

static void list_members(Witness *w) {
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < w->q->atoms[k]->len; i++) {
      const VdRuleAtom *a = &w->q->atoms[k]->at[i];
      const bool *present = w->model->present[w->q->input[k]];
      vd_push(&w->first, w->member.len);
      for (uint32_t j = 0; j < vd_rule_atom_codes(a); j++) {
        VdCode code = vd_rule_atom_code(a, j);
        uint32_t at = vd_scope_code(w->q->scope, a->side, code);
        if (present[at]) vd_push(&w->member, at);
      }
    }
  }
  vd_push(&w->first, w->member.len);
}

// Tells the evaluator, or a substitution, what the atoms say now.
static void set_atoms(const Witness *w, VdMap *map) {
  uint32_t n = 0;
  for (int k = 0; k < 2; k++) {
    const bool *present = w->model->present[w->q->input[k]];
    for (uint32_t i = 0; i < w->q->atoms[k]->len; i++, n++) {
      bool any = false;
      for (uint32_t j = w->first.at[n]; j < w->first.at[n + 1] && !any; j++)
        any = present[w->member.at[j]];
      VdTerm app = w->q->atoms[k]->at[i].app;
      if (map)
        *vd_map_put(map, app.id) = vd_mk_bool(w->q->tm, any).id;
      else
        vd_eval_set(w->eval, app, vd_value_bool(any));
    }
  }
}

static bool differs(Witness *w) {
  VdValue out;
  vd_eval_reset(w->eval);
  set_atoms(w, NULL);
  return vd_eval(w->eval, w->difference, &out) && out.bits;
}

// ------------------------------------------------------------------ leaves

static VdTerm set_leaves(Witness *w, VdTerm t) {
  VdMap map = {0};
  for (uint32_t i = 0; i < w->q->leaf.len; i++)
    *vd_map_put(&map, w->q->leaf.at[i].id) =
        vd_mk_value(w->q->tm, &w->model->leaf[i]).id;
  if (w->q->leaf.len) t = vd_term_subst(w->q->tm, t, &map);
  vd_map_done(&map);
  return t;
}

static VdValue value_of(VdArena *arena, VdSort sort, const uint64_t *limb) {
  uint32_t width = vd_sort_width(sort);
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(limb[0] & 1);
  VdValue v = vd_value_limbs(arena, width, limb, (width + 63) / 64);
  return sort.kind == VD_SORT_FLOAT ? vd_value_as_float(arena, sort, v) : v;
}

static void zero_leaves(Witness *w) {
  VdRuleQuestion *q = w->q;
  w->model->leaf = VD_NEW_ARRAY(q->arena, VdValue, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    VdSort sort = vd_term_sort(q->tm, q->leaf.at[i]);
    uint64_t *zero =
        VD_NEW_ARRAY(q->arena, uint64_t, vd_sort_width(sort) / 64 + 1);
    w->model->leaf[i] = value_of(q->arena, sort, zero);
  }
}

// Values of the leaves that make a condition about them true.
static bool solve_leaves(Witness *w, VdTerm t) {
  VdRuleQuestion *q = w->q;
  VdAig *aig = vd_aig_new();
  VdBlast *blast = vd_blast_new(q->tm, aig);
  VdSat *sat = vd_sat_new();
  vd_sat_plain(sat);
  VdCnf cnf = {.aig = aig, .sat = sat};
  VdLit **leaf = VD_NEW_ARRAY(q->arena, VdLit *, q->leaf.len + 1);
  for (uint32_t i = 0; i < q->leaf.len; i++) {
    uint32_t n = vd_sort_width(vd_term_sort(q->tm, q->leaf.at[i]));
    leaf[i] = VD_NEW_ARRAY(q->arena, VdLit, n + 1);
    for (uint32_t b = 0; b < n; b++) leaf[i][b] = vd_aig_input(aig);
    vd_blast_set(blast, q->leaf.at[i], leaf[i], n);
  }
  VdBits bits;
  bool ok = vd_blast(blast, t, &bits);
  if (ok) {
    vd_sat_assume(sat, vd_cnf_lit(&cnf, bits.at[0]));
    ok = vd_sat_solve(sat, &q->budget) == VD_SAT_SAT;
  }
  for (uint32_t i = 0; ok && i < q->leaf.len; i++) {
    VdSort sort = vd_term_sort(q->tm, q->leaf.at[i]);
    uint32_t n = vd_sort_width(sort);
    uint64_t *limb = VD_NEW_ARRAY(q->arena, uint64_t, n / 64 + 1);
    for (uint32_t b = 0; b < n; b++)
      if (vd_cnf_value(&cnf, leaf[i][b])) limb[b / 64] |= 1ull << b % 64;
    w->model->leaf[i] = value_of(q->arena, sort, limb);
  }
  vd_cnf_done(&cnf);
  vd_sat_free(sat);
  vd_blast_free(blast);
  vd_aig_free(aig);
  return ok;
}

// Leaves with which the inputs show the difference: zero if that will do.
static bool find_leaves(Witness *w) {
  VdTerms *tm = w->q->tm;
  zero_leaves(w);
  w->difference = set_leaves(w, w->q->difference);
  if (differs(w)) return true;
  if (!w->q->leaf.len) return false;
  VdMap map = {0};
  set_atoms(w, &map);
  VdTerm open = vd_term_subst(tm, w->q->difference, &map);
  vd_map_done(&map);
  if (vd_term_is_false(tm, open) || !solve_leaves(w, open)) return false;
  w->difference = set_leaves(w, w->q->difference);
  return differs(w);
}

// -------------------------------------------------------------- few codes

// No line with the code has all of its own side. All lines of a used code are
// in the scope.
static bool is_orphan(const Witness *w, const Item *it) {
  VdSide side = vd_rule_side_of(it->input);
  return it->at < w->q->scope->used[side] &&
         !has_line(w, side, w->q->scope->code[side].at[it->at], it->input,
                   NULL);
}

static bool may_stay(const Witness *w, const Item *it) {
  VdSide side = vd_rule_side_of(it->input);
  VdCode code = w->q->scope->code[side].at[it->at];
  const uint32_t first = VD_RULE_FIRST, second = VD_RULE_SECOND,
                 partner = VD_RULE_NEW;
  if (it->input != VD_RULE_NEW)
    return has_line(w, side, code, it->input, &partner) || is_orphan(w, it);
  if (w->q->partner)
    return has_line(w, side, code, partner, &first) &&
           has_line(w, side, code, partner, &second);
  return has_line(w, side, code, partner, &first) || is_orphan(w, it);
}

// What is neither related nor an orphan goes, until there is no such code.
static void repair(Witness *w) {
  for (uint32_t before = w->item.len + 1; w->item.len < before;) {
    uint32_t kept = 0;
    before = w->item.len;
    for (uint32_t i = 0; i < before; i++) {
      Item it = w->item.at[i];
      bool *present = &w->model->present[it.input][it.at];
      *present = *present && may_stay(w, &it);
      if (*present) w->item.at[kept++] = it;
    }
    w->item.len = kept;
  }
}

static void restore(Witness *w, const Items *saved) {
  w->item.len = 0;
  for (uint32_t i = 0; i < saved->len; i++) {
    Item it = saved->at[i];
    w->model->present[it.input][it.at] = true;
    vd_push(&w->item, it);
  }
}

// Takes codes away, `many` at a time. Whether some went.
static bool take_away(Witness *w, uint32_t many, Items *saved) {
  bool some = false;
  for (uint32_t from = 0; from < w->item.len;) {
    saved->len = 0;
    for (uint32_t i = 0; i < w->item.len; i++) vd_push(saved, w->item.at[i]);
    for (uint32_t i = from; i < from + many && i < w->item.len; i++)
      w->model->present[w->item.at[i].input][w->item.at[i].at] = false;
    repair(w);
    if (differs(w)) {
      some = true;
      if (from > w->item.len) from = w->item.len;
    } else {
      restore(w, saved);
      from += many;
    }
  }
  return some;
}

static void minimise(Witness *w) {
  Items saved = {0};
  for (uint32_t many = w->item.len / 2; many > 1; many /= 2)
    take_away(w, many, &saved);
  while (take_away(w, 1, &saved)) continue;
  vd_vec_done(&saved);
}

bool vd_rule_witness(VdRuleQuestion *q, VdRuleModel *model) {
  Witness w = {.q = q, .model = model, .eval = vd_eval_new(q->tm)};
  make_inputs(&w);
  list_members(&w);
  repair(&w);
  bool found = find_leaves(&w);
  if (found) minimise(&w);
  vd_eval_free(w.eval);
  vd_vec_done(&w.item);
  vd_vec_done(&w.member);
  vd_vec_done(&w.first);
  return found;
}
