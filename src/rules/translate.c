// A quick proof that two rule functions are the same, by Definition 5 itself:
// f and f' are equivalent relative to the crosswalk if and only if f with each
// old code p replaced by T(p) is f', and f' with each new code p' replaced by
// T'(p') is f. And f can be migrated if and only if f with p replaced by
// T'(T(p)) is f. These are questions about the codes of one side, without the
// relation R. They are answered by decision diagrams: conditions and amounts as
// they are, no bits.
//
// They are asked about the crosswalk of the scope, reduced (reduce.c).
// Its relation has the same projection on the used codes as that of the whole:
// vd_scope_pair says why, as codes that are not used can be trimmed.
//
// Functions that may be undefined count as undefined being one more value.
#include "base/limit.h"
#include "rules/rules_impl.h"
#include "solve/blast.h"
#include "solve/diagram.h"

typedef struct Translation {
  VdRuleQuestion *q;
  VdSide side;  // whose codes are the variables
  VdDiagrams *d;
  uint32_t vars;
  VdDiagram *own;     // by code of the side: its variable
  uint32_t *number;   // and its number, plus 1
  VdDiagram *other;   // by code of the other side: its translation
  VdDiagram *second;  // of a mismatch: T'(T(p))
  uint32_t *stands;   // of a proof alone: code + 1 that is asked for a code
  VD_VEC(VdDiagram) list;
  VdArena arena;
} Translation;

enum { UNSET = UINT32_MAX - 1 };

static bool is_kept(const Translation *t, VdSide side, uint32_t i) {
  return t->q->kept[side == VD_NEW ? t->q->scope->code[VD_OLD].len + i : i];
}

// Variables are numbered as they are met.
static VdDiagram own_code(Translation *t, uint32_t i) {
  if (!is_kept(t, t->side, i)) return vd_diagram_bool(t->d, false);
  if (t->stands && t->stands[i]) i = t->stands[i] - 1;
  if (t->own[i] == UNSET) {
    t->own[i] = vd_diagram_var(t->d, t->vars);
    t->number[i] = ++t->vars;
  }
  return t->own[i];
}

// Some of those on the list from there on, which leave it.
static VdDiagram any_from(Translation *t, uint32_t first) {
  VdDiagram any = vd_diagram_any(t->d, t->list.at + first, t->list.len - first);
  t->list.len = first;
  return any;
}

static VdDiagram other_code(Translation *t, uint32_t i);

// Some line with the code has all of its codes on `side`.
static VdDiagram some_line(Translation *t, VdCode code, VdSide side) {
  const VdRuleQuestion *q = t->q;
  uint32_t n, first = t->list.len;
  const uint32_t *line = vd_code_lines(q->cw, !side, code, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (vd_scope_line(q->scope, line[i]) == VD_SCOPE_NONE) continue;
    VdCrossLine l = vd_crosswalk_line(q->cw, line[i]);
    VdDiagram all = vd_diagram_bool(t->d, true);
    for (uint32_t k = 0; k < l.count[side]; k++) {
      uint32_t at = vd_scope_code(q->scope, side, l.code[side][k]);
      VdDiagram one = side == t->side ? own_code(t, at) : other_code(t, at);
      all = vd_diagram_and(t->d, all, one);
    }
    vd_push(&t->list, all);
  }
  return any_from(t, first);
}

static VdDiagram other_code(Translation *t, uint32_t i) {
  VdSide side = !t->side;
  if (!is_kept(t, side, i)) return vd_diagram_bool(t->d, false);
  if (t->other[i] == UNSET)
    t->other[i] = some_line(t, t->q->scope->code[side].at[i], t->side);
  return t->other[i];
}

// An old code by way of the new ones and back.
static VdDiagram second_code(Translation *t, uint32_t i) {
  if (!is_kept(t, VD_OLD, i)) return vd_diagram_bool(t->d, false);
  if (t->second[i] == UNSET)
    t->second[i] = some_line(t, t->q->scope->code[VD_OLD].at[i], VD_NEW);
  return t->second[i];
}

static VdDiagram code_diagram(Translation *t, int k, VdSide side, VdCode code) {
  uint32_t i = vd_scope_code(t->q->scope, side, code);
  if (t->q->partner) return k ? second_code(t, i) : own_code(t, i);
  return side == t->side ? own_code(t, i) : other_code(t, i);
}

static VdDiagram atom_diagram(Translation *t, int k, const VdRuleAtom *a) {
  uint32_t first = t->list.len;
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++) {
    VdDiagram code = code_diagram(t, k, a->side, vd_rule_atom_code(a, i));
    if (code != vd_diagram_bool(t->d, false)) vd_push(&t->list, code);
  }
  return any_from(t, first);
}

// ------------------------------------------------------------------ classes
// A code that only stands alone on its side of lines is seen by an atom or not:
// the atom is true if one of those that it sees is present, or if something is
// true of other codes. So of the codes that the same atoms see, one is enough.
// What shares a line with others of its side stays as it is.
typedef struct Classes {
  Translation *t;
  uint32_t *set;  // of atoms that see the code; 0 is empty
  bool *joint;    // the code shares a line
  VdMap step;     // (set, atom) to the set with it
  uint32_t sets;
} Classes;

static void see_code(Classes *c, VdSide side, uint32_t i, uint32_t atom,
                     bool joint);

static void see_lines(Classes *c, VdSide of, uint32_t i, uint32_t atom,
                      bool joint) {
  const VdRuleQuestion *q = c->t->q;
  uint32_t n;
  const uint32_t *line = vd_code_lines(q->cw, of, q->scope->code[of].at[i], &n);
  for (uint32_t j = 0; j < n; j++) {
    if (vd_scope_line(q->scope, line[j]) == VD_SCOPE_NONE) continue;
    VdCrossLine l = vd_crosswalk_line(q->cw, line[j]);
    for (uint32_t k = 0; k < l.count[!of]; k++)
      see_code(c, !of, vd_scope_code(q->scope, !of, l.code[!of][k]), atom,
               joint || l.count[!of] > 1);
  }
}

static void see_code(Classes *c, VdSide side, uint32_t i, uint32_t atom,
                     bool joint) {
  if (!is_kept(c->t, side, i)) return;
  if (side != c->t->side) {
    see_lines(c, side, i, atom, joint);
    return;
  }
  if (joint) c->joint[i] = true;
  uint64_t *to = vd_map_put(&c->step, (uint64_t)c->set[i] << 32 | atom);
  if (!*to) *to = ++c->sets;
  c->set[i] = (uint32_t)*to;
}

static void see_atom(Classes *c, int k, const VdRuleAtom *a, uint32_t atom) {
  const VdRuleQuestion *q = c->t->q;
  for (uint32_t i = 0; i < vd_rule_atom_codes(a); i++) {
    VdCode code = vd_rule_atom_code(a, i);
    uint32_t at = vd_scope_code(q->scope, a->side, code);
    if (!is_kept(c->t, a->side, at)) continue;
    if (q->partner && k)
      see_lines(c, VD_OLD, at, atom, false);
    else
      see_code(c, a->side, at, atom, false);
  }
}

static void find_classes(Translation *t) {
  uint32_t n = t->q->scope->code[t->side].len, atom = 0;
  Classes c = {.t = t,
               .set = VD_NEW_ARRAY(&t->arena, uint32_t, n + 1),
               .joint = VD_NEW_ARRAY(&t->arena, bool, n + 1)};
  VdMap first = {0};
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < t->q->atoms[k]->len; i++)
      see_atom(&c, k, &t->q->atoms[k]->at[i], atom++);
  t->stands = VD_NEW_ARRAY(&t->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (c.joint[i] || !c.set[i]) continue;
    uint64_t *slot = vd_map_put(&first, c.set[i]);
    if (!*slot) *slot = i + 1;
    t->stands[i] = (uint32_t)*slot;
  }
  vd_map_done(&first);
  vd_map_done(&c.step);
}

// ------------------------------------------------------------------- proof

static VdDiagram *unset(Translation *t, VdSide side) {
  uint32_t n = t->q->scope->code[side].len;
  VdDiagram *list = VD_NEW_ARRAY(&t->arena, VdDiagram, n + 1);
  for (uint32_t i = 0; i < n; i++) list[i] = UNSET;
  return list;
}

static bool set_atom(Translation *t, int k, const VdRuleAtom *a) {
  VdDiagram is = atom_diagram(t, k, a);
  if (is == VD_DIAGRAM_NONE) return false;
  vd_diagram_set(t->d, a->app, is);
  return true;
}

// In the order in which the condition asks them: so variables that are decided
// together are near one another.
static bool set_atoms_of(Translation *t, VdTerm of) {
  VdTermVec nodes = {0};
  VdMap atom = {0};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < t->q->atoms[k]->len; i++)
      *vd_map_put(&atom, t->q->atoms[k]->at[i].app.id) = (uint64_t)k << 32 | i;
  bool ok = true;
  vd_terms_reach(t->q->tm, &of, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && ok; i++) {
    const uint64_t *at = vd_map_get(&atom, nodes.at[i].id);
    int k = at ? (int)(*at >> 32) : 0;
    if (at) ok = set_atom(t, k, &t->q->atoms[k]->at[(uint32_t)*at]);
  }
  vd_vec_done(&nodes);
  vd_map_done(&atom);
  return ok;
}

// Which input is found depends on the order of the variables: without a proof
// alone it is one order for all parts.
static bool set_atoms(Translation *t, VdTerm of) {
  if (t->q->proof_only) return set_atoms_of(t, of);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < t->q->atoms[k]->len; i++)
      if (!set_atom(t, k, &t->q->atoms[k]->at[i])) return false;
  return true;
}

// Undecided conditions are variables of a diagram and decided one by one, as if
// they had nothing to do with one another. The solver knows which they cannot
// be together: plan == 3 and plan == 5.
typedef struct Opaque {
  VdAig *aig;
  VdBlast *blast;
  VdSat *sat;
  VdCnf cnf;
  int *lit;      // 0: not asked yet
  int8_t *wish;  // as vd_diagram_find gives it
} Opaque;

static void opaque_init(Opaque *o, Translation *t) {
  uint32_t n = vd_diagram_opaques(t->d);
  *o = (Opaque){.aig = vd_aig_new(), .sat = vd_sat_new()};
  vd_sat_plain(o->sat);
  o->blast = vd_blast_new(t->q->tm, o->aig);
  o->cnf = (VdCnf){.aig = o->aig, .sat = o->sat};
  o->lit = VD_NEW_ARRAY(&t->arena, int, n + 1);
  o->wish = VD_NEW_ARRAY(&t->arena, int8_t, n + 1);
  for (uint32_t i = 0; i < t->q->leaf.len; i++) {
    uint32_t width = vd_sort_width(vd_term_sort(t->q->tm, t->q->leaf.at[i]));
    VdLit *bits = VD_NEW_ARRAY(&t->arena, VdLit, width + 1);
    for (uint32_t b = 0; b < width; b++) bits[b] = vd_aig_input(o->aig);
    vd_blast_set(o->blast, t->q->leaf.at[i], bits, width);
  }
}

static void opaque_done(Opaque *o) {
  vd_cnf_done(&o->cnf);
  vd_sat_free(o->sat);
  vd_blast_free(o->blast);
  vd_aig_free(o->aig);
}

// Whether conditions can be as wished. If not, `allowed` becomes a diagram that
// forbids it, and more of its kind. What has no bits may be anything.
static bool can_be(Translation *t, Opaque *o, VdDiagram *allowed) {
  uint32_t n = vd_diagram_opaques(t->d);
  VdBits bits;
  for (uint32_t i = 0; i < n; i++) {
    if (!o->wish[i]) continue;
    if (!o->lit[i] && vd_blast(o->blast, vd_diagram_opaque(t->d, i), &bits))
      o->lit[i] = vd_cnf_lit(&o->cnf, bits.at[0]);
    if (o->lit[i]) vd_sat_assume(o->sat, o->wish[i] * o->lit[i]);
  }
  vd_sat_limit(o->sat, vd_limit->translate_conflicts);
  if (vd_sat_solve(o->sat, &t->q->budget) != VD_SAT_UNSAT) return true;
  *allowed = vd_diagram_bool(t->d, false);
  for (uint32_t i = 0; i < n; i++)
    if (o->wish[i] && o->lit[i] &&
        vd_sat_failed(o->sat, o->wish[i] * o->lit[i]))
      *allowed = vd_diagram_or(t->d, *allowed,
                               vd_diagram_opaque_is(t->d, i, o->wish[i] < 0));
  return false;
}

typedef enum Found { FOUND_NONE = 0, FOUND_SOME, FOUND_TOO_MUCH } Found;

// Whether a condition can be true; values of variables for which it is, few of
// them being true.
static Found find(Translation *t, VdTerm of, bool *value) {
  VdDiagram top = vd_diagram_of(t->d, of), no = vd_diagram_bool(t->d, false);
  if (top == VD_DIAGRAM_NONE || top == no)
    return top == no ? FOUND_NONE : FOUND_TOO_MUCH;
  if (!vd_diagram_opaques(t->d)) {  // no need of a solver
    vd_diagram_find(t->d, top, t->vars, value, NULL);
    return FOUND_SOME;
  }
  Opaque o;
  opaque_init(&o, t);
  Found found = FOUND_TOO_MUCH;
  for (uint32_t i = 0;
       i < vd_limit->translate_rounds && found == FOUND_TOO_MUCH; i++) {
    VdDiagram allowed;
    vd_diagram_find(t->d, top, t->vars, value, o.wish);
    if (can_be(t, &o, &allowed))
      found = FOUND_SOME;
    else
      top = vd_diagram_and(t->d, top, allowed);
    if (top == no) found = FOUND_NONE;
    if (top == VD_DIAGRAM_NONE) break;
  }
  opaque_done(&o);
  return found;
}

static void set_start(Translation *t, const bool *value) {
  VdRuleQuestion *q = t->q;
  uint32_t n = q->scope->code[t->side].len;
  bool *present = VD_NEW_ARRAY(q->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++)
    present[i] = t->number[i] && value[t->number[i] - 1];
  q->start = present;
  q->start_side = t->side;
}

static void translation_init(Translation *t, VdRuleQuestion *q, VdSide side,
                             uint32_t max) {
  *t = (Translation){.q = q, .side = side, .d = vd_diagrams_new(q->tm, max)};
  t->own = unset(t, side);
  t->number = VD_NEW_ARRAY(&t->arena, uint32_t, q->scope->code[side].len + 1);
  t->other = unset(t, !side);
  t->second = unset(t, VD_OLD);
  if (q->proof_only) find_classes(t);
}

static void translation_done(Translation *t) {
  vd_diagrams_free(t->d);
  vd_vec_done(&t->list);
  vd_arena_done(&t->arena);
}

static VdTerm all_but(VdTerms *tm, VdTerm conjunction, uint32_t but,
                      VdTerm instead) {
  for (uint32_t i = 0; i < vd_term_args(tm, conjunction); i++)
    if (i != but)
      instead = vd_mk_and(tm, vd_term_arg(tm, conjunction, i), instead);
  return instead;
}

static bool is_some_false(VdTerms *tm, VdTerm t, VdTerm *of) {
  if (vd_term_op(tm, t) != VD_OP_NOT) return false;
  *of = vd_term_arg(tm, t, 0);
  return vd_term_op(tm, *of) == VD_OP_AND;
}

// Conditions of which one is true if and only if t is: that one output differs,
// say.
static void split(VdTerms *tm, VdTerm t, VdTermVec *out) {
  VdTerm of;
  if (is_some_false(tm, t, &of)) {
    for (uint32_t i = 0; i < vd_term_args(tm, of); i++)
      split(tm, vd_mk_not(tm, vd_term_arg(tm, of, i)), out);
    return;
  }
  for (uint32_t i = 0;
       vd_term_op(tm, t) == VD_OP_AND && i < vd_term_args(tm, t); i++) {
    if (!is_some_false(tm, vd_term_arg(tm, t, i), &of)) continue;
    for (uint32_t j = 0; j < vd_term_args(tm, of); j++) {
      VdTerm part = all_but(tm, t, i, vd_mk_not(tm, vd_term_arg(tm, of, j)));
      vd_push(out, part);
    }
    return;
  }
  vd_push(out, t);
}

// Over the codes of one side: can the functions differ? Where they differ only
// in being defined, that is no difference yet to start from.
static Found ask(VdRuleQuestion *q, VdSide side) {
  Translation t;
  Found found = FOUND_TOO_MUCH;
  translation_init(&t, q, side, vd_limit->translate_nodes);
  if (set_atoms(&t, q->strict)) {
    bool *value = VD_NEW_ARRAY(&t.arena, bool, t.vars + 1);
    found = find(&t, q->strict, value);
    if (found == FOUND_SOME && !q->proof_only &&
        find(&t, q->difference, value) == FOUND_SOME)
      set_start(&t, value);
  }
  translation_done(&t);
  return found;
}

static Found ask_part(VdRuleQuestion *q, VdSide side, VdTerm part) {
  Translation t;
  Found found = FOUND_TOO_MUCH;
  translation_init(&t, q, side, vd_limit->translate_part_nodes);
  if (set_atoms(&t, part)) {
    bool *value = VD_NEW_ARRAY(&t.arena, bool, t.vars + 1);
    found = find(&t, part, value);
    if (found == FOUND_SOME) set_start(&t, value);
  }
  translation_done(&t);
  return found;
}

// Output by output, with more room.
static Found ask_parts(VdRuleQuestion *q, VdSide side) {
  VdTermVec parts = {0};
  Found found = FOUND_NONE;
  split(q->tm, q->strict, &parts);
  if (parts.len > vd_limit->translate_parts) found = FOUND_TOO_MUCH;
  for (uint32_t i = 0; i < parts.len && found == FOUND_NONE; i++)
    found = ask_part(q, side, parts.at[i]);
  vd_vec_done(&parts);
  return found;
}

static bool prove_side(VdRuleQuestion *q, VdSide side) {
  Found found = ask(q, side);
  if (found == FOUND_TOO_MUCH) found = ask_parts(q, side);
  if (found == FOUND_TOO_MUCH) return vd_rule_translate_bits(q, side);
  return found == FOUND_NONE;
}

// With merged atoms first, which are fewer; what they do not prove is asked
// anew, so that the input that shows a difference does not depend on them.
static bool prove_sides(VdRuleQuestion *q, VdRuleQuestion *merged) {
  for (int side = q->partner ? VD_OLD : VD_NEW; side >= VD_OLD; side--) {
    if (merged && prove_side(merged, (VdSide)side)) continue;
    if (!q->kept) q->kept = vd_rule_reduce(q, q->arena);
    if (!prove_side(q, (VdSide)side)) return false;
  }
  return true;
}

bool vd_rule_translate(VdRuleQuestion *q) {
  VdRuleMerged merged = {0};
  // A mismatch is asked for where there is a difference, and then it is likely.
  bool some = !q->partner && vd_rule_merge(q, &merged);
  bool proved = prove_sides(q, some ? &merged.q : NULL);
  vd_rule_merged_done(&merged);
  return proved;
}
