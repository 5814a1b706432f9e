// Implications between signals of two versions, guessed from random runs.
//
// Equal signals, negated ones too, are found by the model checker itself. What
// it does not find is a step that became two, or two that became one, and that
// only one step of a chart is active: without that, nothing about a split
// step is inductive. What is guessed here is only a guess; what does not hold
// by induction is dropped.
#include "solve/couple.h"
#include "base/limit.h"

typedef struct Couple {
  const VdCoupleBit *bit;
  uint32_t n;
  uint8_t *both;  // i * n + j: both were true
  uint8_t *only;  // i * n + j: i was true and j was not
  uint8_t *seen;  // was true
  uint64_t *value;
  VdAig *aig;
  VdLits *hints;
} Couple;

static bool look(void *context, const uint64_t *word, uint64_t alive) {
  Couple *c = context;
  for (uint32_t i = 0; i < c->n; i++)
    c->value[i] = vd_lit_word(word, c->bit[i].lit) & alive;
  for (uint32_t i = 0; i < c->n; i++) {
    uint64_t is = c->value[i];
    if (!is) continue;
    c->seen[i] = 1;
    uint8_t *both = c->both + (size_t)i * c->n;
    uint8_t *only = c->only + (size_t)i * c->n;
    for (uint32_t j = 0; j < c->n; j++) {
      both[j] |= (is & c->value[j]) != 0;
      only[j] |= (is & ~c->value[j]) != 0;
    }
  }
  return true;
}

static bool was_only(const Couple *c, uint32_t i, uint32_t j) {
  return c->only[(size_t)i * c->n + j];
}

static bool is_equal_pair(const Couple *c, uint32_t i, uint32_t j) {
  return c->bit[i].side != c->bit[j].side && !was_only(c, i, j) &&
         !was_only(c, j, i);
}

static bool has_equal(const Couple *c, uint32_t i) {
  for (uint32_t j = 0; j < c->n; j++)
    if (c->seen[j] && is_equal_pair(c, i, j)) return true;
  return false;
}

// The bits of the other side that are never true without bit i; with none of
// them equal to a part of another bit.
static void guess_parts(Couple *c, uint32_t i, const uint8_t *equal) {
  VdLits part = {0};
  for (uint32_t j = 0; j < c->n && part.len <= vd_limit->couple_parts; j++)
    if (c->bit[j].side != c->bit[i].side && c->seen[j] && !equal[j] &&
        !was_only(c, j, i))
      vd_push(&part, c->bit[j].lit);
  if (part.len >= 2 && part.len <= vd_limit->couple_parts)
    vd_push(c->hints,
            vd_lit_not(vd_aig_xor(c->aig, c->bit[i].lit,
                                  vd_aig_any(c->aig, part.at, part.len))));
  vd_vec_done(&part);
}

// Bits of a group that were never true together: each is false where one before
// it is true.
static void guess_single(Couple *c, int side, uint32_t group) {
  VD_VEC(uint32_t) member = {0};
  VdLit before = VD_LIT_FALSE;
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->bit[i].group != group || c->bit[i].side != side) continue;
    bool alone = true;
    for (uint32_t k = 0; k < member.len && alone; k++)
      alone = !c->both[(size_t)i * c->n + member.at[k]];
    if (!alone) continue;
    vd_push(c->hints, vd_lit_not(vd_aig_and(c->aig, before, c->bit[i].lit)));
    before = vd_aig_or(c->aig, before, c->bit[i].lit);
    vd_push(&member, i);
  }
  vd_vec_done(&member);
}

static void guess(Couple *c) {
  uint8_t *equal = vd_alloc(c->n + 1);
  uint32_t groups = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    equal[i] = c->seen[i] && has_equal(c, i);
    if (c->bit[i].group > groups) groups = c->bit[i].group;
  }
  for (uint32_t i = 0; i < c->n; i++)
    if (c->seen[i] && !equal[i]) guess_parts(c, i, equal);
  for (int side = 0; side < 2; side++)
    for (uint32_t g = 1; g <= groups; g++) guess_single(c, side, g);
  vd_free(equal);
}

void vd_couple(const VdMcMachine *machine, VdAig *aig, const VdCoupleBit *bit,
               uint32_t n, const VdBudget *budget, VdLits *hints) {
  if (n > vd_limit->couple_bits || !n) return;
  size_t square = (size_t)n * n;
  Couple c = {.bit = bit, .n = n, .aig = aig, .hints = hints};
  c.both = vd_alloc(square);
  c.only = vd_alloc(square);
  c.seen = vd_alloc(n);
  c.value = vd_alloc(vd_mul(n, sizeof *c.value));
  uint32_t steps =
      vd_limit->couple_nodes / (vd_aig_nodes(aig) + (uint32_t)square / 8);
  vd_mc_runs(machine,
             steps < vd_limit->couple_steps ? steps : vd_limit->couple_steps,
             budget, look, &c);
  guess(&c);
  vd_free(c.both);
  vd_free(c.only);
  vd_free(c.seen);
  vd_free(c.value);
}
