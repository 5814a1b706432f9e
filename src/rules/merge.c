// Merges atoms that always occur in the same conjunctions into one atom. A new
// version often lists codes where the old one asks for a table: has("J45.22")
// || has("J45.52") || ... In terms that is a conjunction with (not a), (not b)
// among its parts. Where all conjunctions that have (not a) have (not b), too,
// and neither atom is used otherwise, the two are one question: is some code of
// both there? So b becomes false, and a asks for the codes of both, like a
// table.
//
// This is for proofs alone. An input is looked for with the atoms as they are.
#include "rules/rules_impl.h"

typedef struct Atom {
  const VdRuleAtom *at;
  uint32_t k;
  uint32_t users;  // conjunctions with its negation: a set, 0 is empty
  bool bad;        // used otherwise
  uint32_t next;   // of those that are one with it, plus 1
  uint32_t last;   // of a first one
  bool taken;      // by a first one
} Atom;

typedef struct Merge {
  VdTerms *tm;
  VD_VEC(Atom) atom;
  VdMap of_app;  // term to atom + 1
  VdMap of_not;
  VdMap set;  // (set, user) to the set with it
  uint32_t sets;
} Merge;

static void list_atoms(Merge *m, const VdRuleQuestion *q) {
  for (uint32_t k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < q->atoms[k]->len; i++) {
      const VdRuleAtom *a = &q->atoms[k]->at[i];
      uint64_t *slot = vd_map_put(&m->of_app, a->app.id);
      vd_push(&m->atom, (Atom){.at = a, .k = k, .bad = *slot != 0});
      if (*slot) m->atom.at[*slot - 1].bad = true;
      *slot = m->atom.len;
    }
  }
}

static Atom *find(const Merge *m, const VdMap *map, VdTerm t) {
  const uint64_t *at = vd_map_get(map, t.id);
  return at ? &m->atom.at[*at - 1] : NULL;
}

static void add_user(Merge *m, Atom *a, uint32_t node) {
  uint64_t *to = vd_map_put(&m->set, (uint64_t)a->users << 32 | node);
  if (!*to) *to = ++m->sets;
  a->users = (uint32_t)*to;
}

static void see(Merge *m, VdTerm t, uint32_t node) {
  VdOp op = vd_term_op(m->tm, t);
  for (uint32_t i = 0; i < vd_term_args(m->tm, t); i++) {
    VdTerm arg = vd_term_arg(m->tm, t, i);
    Atom *a = find(m, &m->of_app, arg);
    if (a && op == VD_OP_NOT)
      *vd_map_put(&m->of_not, t.id) = (uint64_t)(a - m->atom.at) + 1;
    else if (a)
      a->bad = true;
    if (a || !(a = find(m, &m->of_not, arg))) continue;
    if (op == VD_OP_AND)
      add_user(m, a, node);
    else
      a->bad = true;
  }
}

static void find_users(Merge *m, VdTerm root) {
  VdTermVec nodes = {0};
  vd_terms_reach(m->tm, &root, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) see(m, nodes.at[i], i);
  Atom *a = find(m, &m->of_app, root);
  if (!a) a = find(m, &m->of_not, root);
  if (a) a->bad = true;
  vd_vec_done(&nodes);
}

// Chains of atoms with the same users. How many are not the first of one.
static uint32_t make_chains(Merge *m, VdMap *to_false) {
  VdMap first = {0};
  uint32_t n = 0;
  VdTerm no = vd_mk_bool(m->tm, false);
  for (uint32_t i = 0; i < m->atom.len; i++) {
    Atom *a = &m->atom.at[i];
    if (a->bad || !a->users) continue;
    uint64_t *slot = vd_map_put(&first, (uint64_t)a->users << 1 | a->k);
    if (!*slot) {
      *slot = i + 1;
      a->last = i;
      continue;
    }
    Atom *head = &m->atom.at[*slot - 1];
    m->atom.at[head->last].next = i + 1;
    head->last = i;
    a->taken = true;
    *vd_map_put(to_false, a->at->app.id) = no.id;
    n++;
  }
  vd_map_done(&first);
  return n;
}

static void add_code(VdMap *seen, VdCode code, VdCodeTable *out) {
  if (!(*vd_map_put(seen, code))++)
    vd_push(&out->entry, (VdCodeEntry){.code = code});
}

static VdCodeTable *join(const Merge *m, const Atom *head, VdArena *arena) {
  VdCodeTable *table = VD_NEW(arena, VdCodeTable);
  VdMap seen = {0};
  for (const Atom *a = head; a; a = a->next ? &m->atom.at[a->next - 1] : NULL)
    for (uint32_t i = 0; i < vd_rule_atom_codes(a->at); i++)
      add_code(&seen, vd_rule_atom_code(a->at, i), table);
  vd_map_done(&seen);
  return table;
}

static void make_atoms(const Merge *m, VdRuleMerged *out) {
  for (uint32_t i = 0; i < m->atom.len; i++) {
    const Atom *a = &m->atom.at[i];
    if (a->taken) continue;
    VdRuleAtom atom = *a->at;
    if (a->next) {
      VdCodeTable *table = join(m, a, &out->arena);
      vd_push(&out->table, table);
      atom.table = table;
    }
    vd_push(&out->atoms[a->k], atom);
  }
}

bool vd_rule_merge(const VdRuleQuestion *q, VdRuleMerged *out) {
  Merge m = {.tm = q->tm};
  VdMap to_false = {0};
  *out = (VdRuleMerged){.q = *q};
  list_atoms(&m, q);
  find_users(&m, q->strict);
  bool some = make_chains(&m, &to_false) > 0;
  if (some) {
    make_atoms(&m, out);
    out->q.strict = vd_term_subst(q->tm, q->strict, &to_false);
    out->q.proof_only = true;
    for (int k = 0; k < 2; k++) out->q.atoms[k] = &out->atoms[k];
    out->q.kept = vd_rule_reduce(&out->q, &out->arena);
  }
  vd_vec_done(&m.atom);
  vd_map_done(&m.of_app);
  vd_map_done(&m.of_not);
  vd_map_done(&m.set);
  vd_map_done(&to_false);
  return some;
}

void vd_rule_merged_done(VdRuleMerged *m) {
  for (uint32_t i = 0; i < m->table.len; i++)
    vd_vec_done(&m->table.at[i]->entry);
  vd_vec_done(&m->table);
  for (int k = 0; k < 2; k++) vd_vec_done(&m->atoms[k]);
  vd_arena_done(&m->arena);
}
