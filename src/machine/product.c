// The product of two machines: a circuit whose latches are the states of both,
// whose constraint relates their inputs, and whose bad outputs are properties
// that do not hold. The model checker's answer is read back as values.
//
// Only state that properties depend on is in it (cone of influence): what is
// left out can change no property. An operator that has no circuit becomes an
// input, which allows more runs than there are: `same` stays right, and a run
// is marked as abstract. Hints are invariants that may be wrong: the engines
// use those that they prove (solve/mc.h, doc/model-checking.md). Runs are
// replayed by the interpreter before anybody believes them (both.c).
#include "base/limit.h"
#include "machine/steps.h"
#include "solve/blast.h"

typedef struct Row {
  int side;
  uint32_t cell;
  VdBits bits;
} Row;

typedef struct Circuit {
  VdSteps *s;
  const VdProduct *product;
  VdAig *aig;
  VdBlast *blast;
  VD_VEC(Row) state;
  VdLits bad, hint;
  VdLits constraint;
  VdMap needed;  // variables that the properties depend on
  const char *why;
} Circuit;

// The bits of a term. What the circuits do not have, arithmetic on floats, say,
// becomes an input that may be anything: the same for the same term. So a proof
// is one; a run may not be.
static bool bits_of(Circuit *c, VdTerm t, VdBits *out) {
  if (vd_blast(c->blast, t, out)) return true;
  vd_blast_obstacle(c->blast, &c->why);
  return false;
}

static VdReset reset_of(const VdValue *init, uint32_t bit) {
  return vd_value_limb(init, bit / 64) >> (bit % 64) & 1 ? VD_RESET_1
                                                         : VD_RESET_0;
}

// The term whose bits stand for an input, and its cases if it has some.
static VdTerm chosen_by(const VdSteps *s, VdTerm var,
                        const VdStepChoice **out) {
  for (uint32_t i = 0; i < s->choice.len; i++) {
    *out = &s->choice.at[i];
    if (vd_term_eq((*out)->var, var)) return (*out)->index;
  }
  *out = NULL;
  return var;
}

// The cells that the properties depend on, by the variables that stand for
// them.
static void find_needed(Circuit *c) {
  VdSteps *s = c->s;
  VdMap next = {0}, seen = {0};
  VdTermVec todo = {0};
  for (int k = 2; k-- > 0;)
    for (uint32_t i = 0; i < s->side[k].cell.len; i++)
      *vd_map_put(&next, s->side[k].cell.at[i].now.id) =
          s->side[k].cell.at[i].next.id;
  vd_push(&todo, c->product->assume);
  for (uint32_t i = 0; i < c->product->ensure.len; i++)
    vd_push(&todo, c->product->ensure.at[i].holds);
  while (todo.len) {
    VdTerm t = vd_pop(&todo);
    if (vd_map_get(&seen, t.id)) continue;
    *vd_map_put(&seen, t.id) = 1;
    const uint64_t *to = vd_map_get(&next, t.id);
    if (to) {
      *vd_map_put(&c->needed, t.id) = 1;
      vd_push(&todo, (VdTerm){(uint32_t)*to});
    }
    for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++)
      vd_push(&todo, vd_term_arg(s->tm, t, i));
  }
  vd_map_done(&next);
  vd_map_done(&seen);
  vd_vec_done(&todo);
}

// Variables that several cells have in common are made once.
static bool make_leaf(Circuit *c, VdMap *made, int side, uint32_t i) {
  const VdStepCell *cell = &c->s->side[side].cell.at[i];
  if (cell->use & VD_USE_INPUT) {
    const VdStepChoice *choice;
    VdBits bits;
    return bits_of(c, chosen_by(c->s, cell->now, &choice), &bits);
  }
  if (!vd_map_get(&c->needed, cell->now.id)) return true;
  if (vd_map_get(made, cell->now.id)) return true;
  *vd_map_put(made, cell->now.id) = 1;
  uint32_t n = vd_sort_width(vd_term_sort(c->s->tm, cell->now));
  VdLit *lit = VD_NEW_ARRAY(c->s->arena, VdLit, n);
  for (uint32_t b = 0; b < n; b++)
    lit[b] = vd_aig_latch(c->aig, reset_of(&cell->init, b));
  vd_blast_set(c->blast, cell->now, lit, n);
  Row row = {side, i, {lit, n}};
  vd_push(&c->state, row);
  return true;
}

static bool make_leaves(Circuit *c) {
  VdMap made = {0};
  bool ok = true;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; ok && i < c->s->side[k].cell.len; i++)
      ok = make_leaf(c, &made, k, i);
  vd_map_done(&made);
  return ok;
}

static bool make_bit(Circuit *c, VdTerm t, VdLit *out) {
  VdBits bits;
  *out = VD_LIT_FALSE;
  if (!bits_of(c, t, &bits)) return false;
  *out = bits.at[0];
  return true;
}

static bool make_circuit(Circuit *c) {
  find_needed(c);
  if (!make_leaves(c)) return false;
  for (uint32_t i = 0; i < c->state.len; i++) {
    const Row *row = &c->state.at[i];
    VdBits bits;
    if (!bits_of(c, c->s->side[row->side].cell.at[row->cell].next, &bits))
      return false;
    for (uint32_t b = 0; b < bits.n; b++)
      vd_aig_set_next(c->aig, row->bits.at[b], bits.at[b]);
  }
  VdLit lit;
  if (!make_bit(c, c->product->assume, &lit)) return false;
  if (lit != VD_LIT_TRUE) vd_push(&c->constraint, lit);
  for (uint32_t i = 0; i < c->product->ensure.len; i++) {
    if (!make_bit(c, c->product->ensure.at[i].holds, &lit)) return false;
    vd_push(&c->bad, vd_lit_not(lit));
  }
  return true;
}

// The chart that a flag is a step of, or 0.
static uint32_t chart_of(const VdStepSide *side, const VdStepCell *cell) {
  return cell->var == VD_NONE ? 0 : side->machine->var[cell->var].chart;
}

typedef VD_VEC(VdCoupleBit) CoupleBits;

static bool is_paired(const VdSteps *s, uint32_t old) {
  for (uint32_t i = 0; i < s->side[1].cell.len; i++)
    if (s->side[1].cell.at[i].pair == old) return true;
  return false;
}

// "The state is 3", for numbers that are not the same on both sides.
static void add_word_bits(Circuit *c, int side, CoupleBits *bit) {
  VdSteps *s = c->s;
  VdMap word = {0};
  VdTermVec root = {0}, nodes = {0};
  for (uint32_t i = 0; i < c->state.len; i++) {
    const Row *row = &c->state.at[i];
    const VdStepCell *cell = &s->side[row->side].cell.at[row->cell];
    VdSort sort = vd_term_sort(s->tm, cell->own);
    bool shared = row->side == 0 && is_paired(s, row->cell);
    if (row->side == side && sort.kind == VD_SORT_BV && !shared)
      *vd_map_put(&word, cell->now.id) = 1;
  }
  for (uint32_t i = 0; word.len && i < s->side[side].cell.len; i++)
    vd_push(&root, s->side[side].cell.at[i].next);
  vd_terms_reach(s->tm, root.at, root.len, &nodes);
  for (uint32_t i = 0; i < nodes.len && bit->len < vd_limit->product_bits;
       i++) {
    VdTerm t = nodes.at[i];
    VdValue value;
    VdBits bits;
    if (vd_term_op(s->tm, t) != VD_OP_EQ) continue;
    for (uint32_t a = 0; a < 2; a++)
      if (vd_map_get(&word, vd_term_arg(s->tm, t, a).id) &&
          vd_term_value(s->tm, vd_term_arg(s->tm, t, !a), &value) &&
          bits_of(c, t, &bits)) {
        VdCoupleBit b = {bits.at[0], side, 0};
        vd_push(bit, b);
      }
  }
  vd_map_done(&word);
  vd_vec_done(&root);
  vd_vec_done(&nodes);
}

// Couplings that the contract gives, of what is in the circuit.
static void add_couplings(Circuit *c) {
  VdTermVec nodes = {0};
  for (uint32_t i = 0; i < c->s->coupling.len; i++) {
    VdTerm t = c->s->coupling.at[i].now;
    VdLit lit;
    bool here = true;
    nodes.len = 0;
    vd_terms_reach(c->s->tm, &t, 1, &nodes);
    for (uint32_t k = 0; k < nodes.len; k++)
      here = here && (vd_term_op(c->s->tm, nodes.at[k]) != VD_OP_VAR ||
                      vd_map_get(&c->needed, nodes.at[k].id));
    if (here && make_bit(c, t, &lit)) vd_push(&c->hint, lit);
  }
  vd_vec_done(&nodes);
}

static void add_hints(Circuit *c, const VdMcMachine *machine,
                      const VdBudget *budget) {
  CoupleBits bit = {0};
  for (uint32_t i = 0; i < c->state.len; i++) {
    const Row *row = &c->state.at[i];
    const VdStepSide *side = &c->s->side[row->side];
    const VdStepCell *cell = &side->cell.at[row->cell];
    if (vd_term_sort(c->s->tm, cell->now).kind != VD_SORT_BOOL) continue;
    VdCoupleBit b = {row->bits.at[0], row->side, chart_of(side, cell)};
    vd_push(&bit, b);
  }
  for (int k = 0; k < 2; k++) add_word_bits(c, k, &bit);
  vd_couple(machine, c->aig, bit.at, bit.len, budget, &c->hint);
  add_couplings(c);
  vd_vec_done(&bit);
}

// ------------------------------------------------------------------- a run
static VdValue value_of(Circuit *c, VdTerm input, const uint64_t *word) {
  const VdStepChoice *choice;
  VdTerm t = chosen_by(c->s, input, &choice);
  VdBits bits;
  VD_CHECK(vd_blast(c->blast, t, &bits));
  VdValue value =
      vd_bits_value(c->s->arena, vd_term_sort(c->s->tm, t), bits, word, 0);
  if (!choice) return value;
  uint64_t i = vd_value_limb(&value, 0);
  return choice->value[i < choice->cases ? i : choice->cases - 1];
}

static void read_run(Circuit *c, const VdMcTrace *trace, VdStepInputs *run) {
  VdSteps *s = c->s;
  uint64_t *word = vd_alloc(vd_mul(vd_aig_nodes(c->aig), sizeof *word));
  run->steps = trace->steps;
  run->ensure = trace->bad;
  for (int k = 0; k < 2; k++)
    run->value[k] = VD_NEW_ARRAY(s->arena, VdValue,
                                 (size_t)trace->steps * s->side[k].cell.len);
  for (uint32_t t = 0; t < trace->steps; t++) {
    memset(word, 0, vd_aig_nodes(c->aig) * sizeof *word);
    for (uint32_t i = 0; i < trace->inputs; i++)
      word[vd_lit_node(vd_aig_input_at(c->aig, i))] =
          vd_mc_trace_input(trace, t, i);
    vd_aig_simulate(c->aig, word);
    for (int k = 0; k < 2; k++) {
      for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
        const VdStepCell *cell = &s->side[k].cell.at[i];
        if (!(cell->use & VD_USE_INPUT)) continue;
        run->value[k][(size_t)t * s->side[k].cell.len + i] =
            value_of(c, cell->now, word);
      }
    }
  }
  vd_free(word);
}

typedef struct Inputs {
  uint32_t from, n;
} Inputs;

// The inputs of the circuit that a variable is made of: made one after the
// other, they are next to each other. The bits of a float are not inputs, but
// computed from them: there is one NaN only.
static Inputs inputs_of(Circuit *c, VdTerm var) {
  Inputs in = {0};
  VdNodes cone = {0};
  VdBits bits;
  VD_CHECK(vd_blast(c->blast, var, &bits));
  vd_aig_cone(c->aig, bits.at, bits.n, false, &cone);
  for (uint32_t i = 0; i < cone.len; i++) {
    if (vd_aig_kind(c->aig, cone.at[i]) != VD_NODE_INPUT) continue;
    uint32_t index = vd_aig_index(c->aig, cone.at[i]);
    if (!in.n) in.from = index;
    VD_CHECK(index == in.from + in.n);
    in.n++;
  }
  vd_vec_done(&cone);
  return in;
}

// Inputs that may be zero in a step, or what they were in the step before, are
// made so, as long as the run stays bad.
static bool try_bits(const VdMcMachine *m, VdMcTrace *trace, uint32_t step,
                     Inputs in, bool keep) {
  uint8_t *row = trace->input + (size_t)step * trace->inputs + in.from;
  const uint8_t *last = keep ? row - trace->inputs : NULL;
  bool changed = false;
  uint8_t *saved = vd_alloc(in.n);
  memcpy(saved, row, in.n);
  for (uint32_t i = 0; i < in.n; i++) {
    uint8_t to = last ? last[i] : 0;
    changed = changed || row[i] != to;
    row[i] = to;
  }
  uint32_t bad = trace->bad;
  bool ok = changed && vd_mc_trace_replay(m, trace);
  if (changed && !ok) {
    memcpy(row, saved, in.n);
    trace->bad = bad;
  }
  vd_free(saved);
  return ok;
}

static void simplify(Circuit *c, const VdMcMachine *m, VdMcTrace *trace,
                     const VdBudget *budget) {
  VD_VEC(Inputs) start = {0};
  VdMap seen = {0};
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < c->s->side[k].cell.len; i++) {
      const VdStepCell *cell = &c->s->side[k].cell.at[i];
      const VdStepChoice *choice;
      VdTerm input = chosen_by(c->s, cell->now, &choice);
      if (!(cell->use & VD_USE_INPUT) || vd_map_get(&seen, input.id) ||
          vd_term_op(c->s->tm, input) != VD_OP_VAR)
        continue;
      *vd_map_put(&seen, input.id) = 1;
      vd_push(&start, inputs_of(c, input));
    }
  }
  for (uint32_t round = 0, changed = 1;
       changed && round < vd_limit->product_rounds; round++) {
    changed = 0;
    for (uint32_t t = trace->steps; t-- > 0 && !vd_budget_over(budget);)
      for (uint32_t i = 0; i < start.len; i++) {
        changed |= try_bits(m, trace, t, start.at[i], false);
        if (t > 0) changed |= try_bits(m, trace, t, start.at[i], true);
      }
  }
  vd_vec_done(&start);
  vd_map_done(&seen);
}

static void circuit_init(Circuit *c, VdSteps *s, const VdProduct *product) {
  *c = (Circuit){.s = s, .product = product, .aig = vd_aig_new(), .why = ""};
  c->blast = vd_blast_new(s->tm, c->aig);
  vd_blast_abstract(c->blast);
}

static void circuit_done(Circuit *c) {
  vd_blast_free(c->blast);
  vd_aig_free(c->aig);
  vd_vec_done(&c->state);
  vd_vec_done(&c->bad);
  vd_vec_done(&c->hint);
  vd_vec_done(&c->constraint);
  vd_map_done(&c->needed);
}

static VdMcMachine machine_of(const Circuit *c) {
  return (VdMcMachine){.aig = c->aig,
                       .bad = c->bad.at,
                       .bads = c->bad.len,
                       .constraint = c->constraint.at,
                       .constraints = c->constraint.len,
                       .hint = c->hint.at,
                       .hints = c->hint.len};
}

typedef struct Runs {
  const Circuit *c;
  uint8_t *broken;
  uint64_t step, end;
} Runs;

// Runs that show nothing new for long are over.
static bool note_broken(void *context, const uint64_t *word, uint64_t alive) {
  Runs *runs = context;
  runs->step++;
  for (uint32_t i = 0; i < runs->c->bad.len; i++) {
    if (!(vd_lit_word(word, runs->c->bad.at[i]) & alive) || runs->broken[i])
      continue;
    runs->broken[i] = 1;
    if (runs->end < vd_limit->product_idle_times * runs->step)
      runs->end = vd_limit->product_idle_times * runs->step;
  }
  return runs->step < runs->end;
}

void vd_product_runs(VdSteps *s, const VdProduct *product,
                     const VdBudget *budget, uint8_t *broken) {
  Circuit c;
  circuit_init(&c, s, product);
  if (make_circuit(&c)) {
    VdMcMachine machine = machine_of(&c);
    uint32_t steps = vd_limit->product_run_nodes / (vd_aig_nodes(c.aig) + 1);
    Runs runs = {&c, broken, 0,
                 vd_limit->product_idle_nodes / (vd_aig_nodes(c.aig) + 1)};
    vd_mc_runs(&machine,
               steps < vd_limit->product_run_steps
                   ? steps
                   : vd_limit->product_run_steps,
               budget, note_broken, &runs);
  }
  circuit_done(&c);
}

// Properties of the contract come first.
static uint32_t count_contract(const VdProduct *product) {
  uint32_t n = 0;
  while (n < product->ensure.len && !product->ensure.at[n].pair) n++;
  return n;
}

// ------------------------------------------------------------------ proofs
// A proof is about nodes of the circuit, which is the same for the same
// question.
static void put_proof(const Circuit *c, const VdProof *proof) {
  VdBuf text = {0};
  uint32_t lits = proof->clauses ? proof->end[proof->clauses - 1] : 0;
  vd_number_put(&text, vd_aig_nodes(c->aig));
  vd_number_put(&text, proof->kind);
  vd_number_put(&text, proof->k);
  vd_number_put(&text, proof->delay);
  vd_number_put(&text, proof->clauses);
  for (uint32_t i = 0; i < proof->clauses; i++)
    vd_number_put(&text, proof->end[i]);
  for (uint32_t i = 0; i < lits; i++) vd_number_put(&text, proof->lit[i]);
  vd_trail_put(c->s->trail, vd_buf_text(&text));
  vd_buf_done(&text);
}

static bool take_proof(const Circuit *c, VdNumbers *from, VdProof *out) {
  uint32_t nodes = vd_aig_nodes(c->aig);
  bool same = vd_number_take(from, UINT32_MAX) == nodes;
  *out = (VdProof){0};
  out->kind = (VdProofKind)vd_number_take(from, VD_PROOF_ENDS);
  out->k = (uint32_t)vd_number_take(from, vd_limit->kept_steps);
  out->delay = (uint32_t)vd_number_take(from, vd_limit->kept_steps);
  out->clauses = (uint32_t)vd_number_take(from, vd_limit->kept_clauses);
  if (!same || !from->ok || out->kind == VD_PROOF_NONE) return false;
  uint32_t *end = VD_NEW_ARRAY(c->s->arena, uint32_t, out->clauses + 1);
  for (uint32_t i = 0; i < out->clauses; i++) {
    end[i] = (uint32_t)vd_number_take(from, vd_limit->kept_clauses);
    if (i && end[i] < end[i - 1]) return false;
  }
  uint32_t lits = out->clauses ? end[out->clauses - 1] : 0;
  VdLit *lit = VD_NEW_ARRAY(c->s->arena, VdLit, lits + 1);
  for (uint32_t i = 0; i < lits; i++)
    lit[i] = (VdLit)vd_number_take(from, 2 * (uint64_t)nodes - 1);
  out->end = end;
  out->lit = lit;
  return from->ok;
}

// Whether the proof on the trail is one.
static bool is_proved_again(const Circuit *c, const VdMcMachine *machine,
                            const VdBudget *budget) {
  VdBuf text = {0};
  const char *taken = vd_trail_take(c->s->trail, &text);
  VdNumbers from = {taken ? taken : "", taken != NULL};
  VdProof proof;
  bool ok = take_proof(c, &from, &proof) &&
            vd_proof_check(machine, &proof, budget) == VD_SAT_UNSAT;
  vd_buf_done(&text);
  return ok;
}

void vd_product_check(VdSteps *s, const VdProduct *product,
                      const VdBudget *budget, VdProductWay way, uint32_t depth,
                      VdProductReply *reply) {
  Circuit c;
  double begun = vd_work(), kept = 0;
  *reply = (VdProductReply){.engine = "", .why = ""};
  circuit_init(&c, s, product);
  if (make_circuit(&c)) {
    VdMcMachine machine = machine_of(&c);
    if (way == VD_WAY_FULL) add_hints(&c, &machine, budget);
    machine = machine_of(&c);
    if (s->trail && s->trail->follow) {
      bool ok = way == VD_WAY_FULL && is_proved_again(&c, &machine, budget);
      reply->answer = ok ? VD_MC_SAFE : VD_MC_UNKNOWN;
      circuit_done(&c);
      return;
    }
    VdMcOptions options = {.abc = s->question->abc,
                           .quick = way == VD_WAY_QUICK,
                           .depth = way == VD_WAY_DEPTH ? depth : 0,
                           .shorten = count_contract(product),
                           .rough = !count_contract(product)};
    VdMcReply mc;
    double made = vd_work() - begun;
    vd_mc(&machine, &options, budget, s->arena, &mc);
    reply->answer = mc.answer;
    reply->engine = mc.engine ? mc.engine : "";
    reply->depth = mc.depth;
    reply->shortest = mc.shortest;
    reply->abstract = vd_blast_is_abstract(c.blast);
    reply->why = vd_arena_str(s->arena, mc.reason);
    if (mc.answer == VD_MC_SAFE && way == VD_WAY_FULL && s->trail) {
      put_proof(&c, &mc.proof);
      kept = made + mc.checked;
    }
    if (mc.answer == VD_MC_BAD) {
      if (mc.trace.bad < count_contract(product))
        simplify(&c, &machine, &mc.trace, budget);
      read_run(&c, &mc.trace, &reply->run);
    }
  } else {
    reply->why = c.why;
  }
  if (s->trail) s->trail->wasted += vd_work() - begun - kept;
  circuit_done(&c);
}
