// Fewer codes in a question. Tables have hundreds of codes, most of which are
// alike: the same lines around them, the same questions for them.
//
// Lines join the codes of a scope to components. What the functions can see of
// an input is, for each atom, whether one of its codes is present; so all that
// a component does is to contribute a set of atoms, one of a family of sets
// that depends on the component alone, as the facts about codes are about one
// component each. What is seen is the union of the contributions. The empty set
// is in every family: the facts hold where no code is present.
//
// Components that are isomorphic, atoms included, have the same family F. Let m
// of them contribute; the union of their sets is also the union of at most as
// many of these sets as there are atoms in the component: one that has it for
// each atom of the union. So as many copies of each kind of component suffice
// as atoms touch it, and all other codes may be absent.
//
// Most components are simpler still: every line joins one old code to one new
// code, and all codes of a side are asked for by the same atoms. Then no code
// can be an orphan, and a component of which a used code is present has a line
// that is wholly present: it contributes nothing or all of its atoms. One line
// of one such component does the same.
#include <stdlib.h>

#include "base/limit.h"
#include "rules/rules_impl.h"

// Larger components are hardly ever alike: they are kept without a look.

// Of the scope: its codes, the old ones first, are code[first...].
typedef struct Line {
  uint32_t first, count[2];
} Line;

typedef struct Reduce {
  const VdRuleQuestion *q;
  VdArena arena;
  uint32_t codes, first_new;  // old codes of the scope, then new ones
  Line *line;
  VD_VEC(uint32_t) code;
  uint32_t *root;         // union-find
  uint32_t *line_root;    // of the line: that of its codes
  uint32_t *set;          // of atoms that ask for the code; 0 is empty
  VdMap set_of;           // (set, atom) to the set with it
  VD_VEC(uint64_t) step;  // of set n at n - 1: (set before, atom)
  uint64_t last_step;     // that was made, to last_set
  uint32_t last_set;
  uint32_t *color, *next;  // of the code: what it looks like so far
  uint32_t *start;         // members and lines of components, by root
  uint32_t *order;
  uint32_t *line_start, *line_order;
  uint32_t *local;  // of the code: its number in its component
  VdMap kind;       // hash of an encoding to kinds
  VD_VEC(struct Kind) kinds;
  VD_VEC(uint32_t) words;  // an encoding
  uint32_t *stamp;         // by atom
  uint32_t stamps;
  bool *kept;
} Reduce;

typedef struct Kind {
  uint32_t *words, len, left;
} Kind;

// ---------------------------------------------------------------- components

static uint32_t find(Reduce *r, uint32_t x) {
  while (r->root[x] != x) x = r->root[x] = r->root[r->root[x]];
  return x;
}

static uint32_t index_of(const Reduce *r, VdSide side, VdCode code) {
  uint32_t i = vd_scope_code(r->q->scope, side, code);
  return side == VD_NEW ? r->first_new + i : i;
}

static void find_lines(Reduce *r) {
  const VdScope *s = r->q->scope;
  r->line = VD_NEW_ARRAY(&r->arena, Line, s->line.len + 1);
  vd_reserve(&r->code, 2 * s->line.len);
  for (uint32_t i = 0; i < s->line.len; i++) {
    VdCrossLine l = vd_crosswalk_line(r->q->cw, s->line.at[i]);
    r->line[i] = (Line){r->code.len, {l.count[VD_OLD], l.count[VD_NEW]}};
    for (int k = 0; k < 2; k++)
      for (uint32_t j = 0; j < l.count[k]; j++)
        vd_push(&r->code, index_of(r, (VdSide)k, l.code[k][j]));
  }
}

static const uint32_t *codes_of(const Reduce *r, uint32_t line) {
  return r->code.at + r->line[line].first;
}

static uint32_t count_codes(const Reduce *r, uint32_t line) {
  return r->line[line].count[VD_OLD] + r->line[line].count[VD_NEW];
}

// Afterwards roots are at hand, of codes and of lines.
static void join_lines(Reduce *r) {
  uint32_t lines = r->q->scope->line.len;
  r->line_root = VD_NEW_ARRAY(&r->arena, uint32_t, lines + 1);
  for (uint32_t i = 0; i < lines; i++) {
    const uint32_t *code = codes_of(r, i);
    uint32_t first = find(r, code[0]), n = count_codes(r, i);
    for (uint32_t j = 1; j < n; j++) r->root[find(r, code[j])] = first;
  }
  for (uint32_t i = 0; i < r->codes; i++) r->root[i] = find(r, i);
  for (uint32_t i = 0; i < lines; i++)
    r->line_root[i] = r->root[codes_of(r, i)[0]];
}

// Lists of members by root, as one array with starts.
static void group(Reduce *r, uint32_t n, const uint32_t *root, uint32_t **start,
                  uint32_t **order) {
  uint32_t *from = VD_NEW_ARRAY(&r->arena, uint32_t, r->codes + 2);
  *order = VD_NEW_ARRAY(&r->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) from[root[i] + 2]++;
  for (uint32_t i = 2; i < r->codes + 2; i++) from[i] += from[i - 1];
  for (uint32_t i = 0; i < n; i++) (*order)[from[root[i] + 1]++] = i;
  *start = from;
}

// --------------------------------------------------------------------- atoms

static uint32_t with_atom(Reduce *r, uint64_t step) {
  uint64_t *to = vd_map_put(&r->set_of, step);
  if (!*to) {
    vd_push(&r->step, step);
    *to = r->step.len;
  }
  return (uint32_t)*to;
}

// Neighbours in a table are mostly in the same set.
static void ask(Reduce *r, VdSide side, VdCode code, uint32_t atom) {
  uint32_t *set = &r->set[index_of(r, side, code)];
  uint64_t step = (uint64_t)*set << 32 | atom;
  if (r->last_set && r->last_step == step) {
    *set = r->last_set;
    return;
  }
  r->last_step = step;
  *set = r->last_set = with_atom(r, step);
}

static void ask_all(Reduce *r) {
  uint32_t n = 0;
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < r->q->atoms[k]->len; i++, n++) {
      const VdRuleAtom *a = &r->q->atoms[k]->at[i];
      for (uint32_t j = 0; j < vd_rule_atom_codes(a); j++)
        ask(r, a->side, vd_rule_atom_code(a, j), n);
    }
  }
  r->stamp = VD_NEW_ARRAY(&r->arena, uint32_t, n + 1);
}

static uint32_t count_atoms(Reduce *r, const uint32_t *member, uint32_t n) {
  uint32_t count = 0;
  r->stamps++;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t set = r->set[member[i]]; set;
         set = (uint32_t)(r->step.at[set - 1] >> 32)) {
      uint32_t *stamp = &r->stamp[(uint32_t)r->step.at[set - 1]];
      count += *stamp != r->stamps;
      *stamp = r->stamps;
    }
  }
  return count;
}

// ----------------------------------------------------------------- encodings

static bool is_used(const Reduce *r, uint32_t i) {
  const VdScope *s = r->q->scope;
  return i < r->first_new ? i < s->used[VD_OLD]
                          : i - r->first_new < s->used[VD_NEW];
}

// Similar codes get similar colours: a guess at a good order, nothing else.
static void paint_line(Reduce *r, uint32_t line) {
  const uint32_t *code = codes_of(r, line), *count = r->line[line].count;
  uint32_t n = count_codes(r, line), sum[2] = {0, 0};
  for (uint32_t j = 0; j < n; j++) sum[j >= count[0]] += r->color[code[j]];
  uint32_t mixed = (uint32_t)vd_hash_mix(vd_hash_mix(sum[0], sum[1]),
                                         count[0] * 64 + count[1]);
  for (uint32_t j = 0; j < n; j++) r->next[code[j]] += mixed | 1;
}

static void paint(Reduce *r, const uint32_t *member, uint32_t n,
                  const uint32_t *line, uint32_t lines) {
  for (uint32_t i = 0; i < n; i++)
    r->next[member[i]] = (uint32_t)vd_hash_mix(r->set[member[i]] + 1u,
                                               is_used(r, member[i]) + 2u);
  for (int round = 0; round <= 2; round++) {
    for (uint32_t i = 0; i < n; i++) r->color[member[i]] = r->next[member[i]];
    for (uint32_t i = 0; round < 2 && i < lines; i++) paint_line(r, line[i]);
  }
}

typedef struct Member {
  uint64_t key;  // side, then colour
  uint32_t code;
} Member;

static int by_key(const void *a, const void *b) {
  const Member *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->code > y->code) - (x->code < y->code);
}

// A line has few codes.
static void sort_words(uint32_t *at, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    uint32_t x = at[i], j = i;
    for (; j && at[j - 1] > x; j--) at[j] = at[j - 1];
    at[j] = x;
  }
}

static void encode_members(Reduce *r, const uint32_t *member, uint32_t n) {
  Member m[VD_MOST_rule_alike];
  for (uint32_t i = 0; i < n; i++)
    m[i] = (Member){
        (uint64_t)(member[i] >= r->first_new) << 32 | r->color[member[i]],
        member[i]};
  if (n > 1) qsort(m, n, sizeof *m, by_key);
  vd_push(&r->words, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t code = m[i].code;
    r->local[code] = i;
    vd_push(&r->words, r->set[code]);
    vd_push(&r->words, (uint32_t)(code >= r->first_new) * 2 + is_used(r, code));
  }
}

// The lines as lists of members; in the order of their hashes, with ties as
// they come, which can only make alike ones look different.
static void encode_lines(Reduce *r, const uint32_t *line, uint32_t n) {
  VD_VEC(Member) order = {0};
  VD_VEC(uint32_t) words = {0};
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t *code = codes_of(r, line[i]);
    uint32_t from = words.len, count = count_codes(r, line[i]);
    vd_push(&words, count);
    for (uint32_t j = 0; j < count; j++) vd_push(&words, r->local[code[j]]);
    uint32_t len = words.len - from;
    sort_words(words.at + from + 1, len - 1);
    vd_push(&order,
            (Member){vd_hash_bytes(words.at + from, len * 4u, 7), from});
  }
  if (order.len > 1) qsort(order.at, order.len, sizeof *order.at, by_key);
  vd_push(&r->words, n);
  for (uint32_t i = 0; i < order.len; i++) {
    const uint32_t *at = words.at + order.at[i].code;
    for (uint32_t j = 0; j <= at[0]; j++) vd_push(&r->words, at[j]);
  }
  vd_vec_done(&order);
  vd_vec_done(&words);
}

// The kind with this encoding; a new one may be had `copies` times.
static Kind *kind_of(Reduce *r, uint32_t copies) {
  uint64_t h = vd_hash_bytes(r->words.at, r->words.len * 4u, 11);
  for (;; h = vd_hash_mix(h, 1)) {
    uint64_t *slot = vd_map_put(&r->kind, h);
    if (!*slot) {
      Kind kind = {vd_arena_copy(&r->arena, r->words.at, r->words.len * 4u),
                   r->words.len, copies};
      vd_push(&r->kinds, kind);
      *slot = r->kinds.len;
      return &r->kinds.at[r->kinds.len - 1];
    }
    Kind *kind = &r->kinds.at[*slot - 1];
    if (kind->len == r->words.len &&
        !memcmp(kind->words, r->words.at, kind->len * 4u))
      return kind;
  }
}

// Whether every line has one code a side, and a side's codes one set of atoms.
static bool is_uniform(Reduce *r, uint32_t root, const uint32_t *member,
                       uint32_t n) {
  uint32_t set[2] = {UINT32_MAX, UINT32_MAX};
  uint32_t from = r->line_start[root], to = r->line_start[root + 1];
  if (from == to) return false;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *side = &set[member[i] >= r->first_new];
    if (*side == UINT32_MAX) *side = r->set[member[i]];
    if (*side != r->set[member[i]]) return false;
  }
  for (uint32_t i = from; i < to; i++) {
    const uint32_t *count = r->line[r->line_order[i]].count;
    if (count[VD_OLD] != 1 || count[VD_NEW] != 1) return false;
  }
  vd_push(&r->words, UINT32_MAX);  // no component has so many members
  vd_push(&r->words, set[VD_OLD]);
  vd_push(&r->words, set[VD_NEW]);
  return true;
}

static void keep_line(Reduce *r, uint32_t root) {
  Kind *kind = kind_of(r, 1);
  if (!kind->left) return;
  kind->left--;
  uint32_t line = r->line_order[r->line_start[root]];
  for (int k = 0; k < 2; k++) r->kept[codes_of(r, line)[k]] = true;
}

static void keep_some(Reduce *r, uint32_t root) {
  const uint32_t *member = r->order + r->start[root];
  uint32_t n = r->start[root + 1] - r->start[root];
  if (!n) return;
  r->words.len = 0;
  if (is_uniform(r, root, member, n)) {
    keep_line(r, root);
    return;
  }
  if (n > vd_limit->rule_alike) {
    for (uint32_t i = 0; i < n; i++) r->kept[member[i]] = true;
    return;
  }
  const uint32_t *line = r->line_order + r->line_start[root];
  uint32_t lines = r->line_start[root + 1] - r->line_start[root];
  paint(r, member, n, line, lines);
  encode_members(r, member, n);
  encode_lines(r, line, lines);
  Kind *kind = kind_of(r, count_atoms(r, member, n));
  if (!kind->left) return;
  kind->left--;
  for (uint32_t i = 0; i < n; i++) r->kept[member[i]] = true;
}

bool *vd_rule_reduce(const VdRuleQuestion *q, VdArena *arena) {
  const VdScope *s = q->scope;
  Reduce r = {.q = q,
              .first_new = s->code[VD_OLD].len,
              .codes = s->code[VD_OLD].len + s->code[VD_NEW].len};
  uint32_t n = r.codes + 1;
  r.kept = VD_NEW_ARRAY(arena, bool, n);
  r.root = VD_NEW_ARRAY(&r.arena, uint32_t, n);
  r.set = VD_NEW_ARRAY(&r.arena, uint32_t, n);
  r.color = VD_NEW_ARRAY(&r.arena, uint32_t, n);
  r.next = VD_NEW_ARRAY(&r.arena, uint32_t, n);
  r.local = VD_NEW_ARRAY(&r.arena, uint32_t, n);
  for (uint32_t i = 0; i < r.codes; i++) r.root[i] = i;
  find_lines(&r);
  join_lines(&r);
  ask_all(&r);
  group(&r, r.codes, r.root, &r.start, &r.order);
  group(&r, s->line.len, r.line_root, &r.line_start, &r.line_order);
  for (uint32_t i = 0; i < r.codes; i++) keep_some(&r, i);
  vd_map_done(&r.set_of);
  vd_map_done(&r.kind);
  vd_vec_done(&r.step);
  vd_vec_done(&r.kinds);
  vd_vec_done(&r.words);
  vd_vec_done(&r.code);
  vd_arena_done(&r.arena);
  return r.kept;
}
