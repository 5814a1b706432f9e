// What belongs together: variables of the two sides, by name without case; and
// inputs, by the relation that the contract is. What the relation says an input
// is takes its place; the rest is assumed in every step.
#include "machine/steps.h"

// Names that differ in case only have one number.
static uint32_t number_of(VdNames *names, const VdStepCell *cell) {
  const char *name = cell->name;
  VdBuf text = {0};
  // The fault is no variable, whatever variables are called.
  if (cell->var == VD_NONE) vd_buf_char(&text, cell->partner ? '@' : '#');
  for (; *name; name++) {
    char c = *name;
    vd_buf_char(&text, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
  }
  uint32_t id = vd_name_put(names, vd_buf_text(&text), text.len);
  vd_buf_done(&text);
  return id;
}

uint32_t *vd_steps_partners(VdSteps *s) {
  const VdStepCells *old = &s->side[0].cell, *new = &s->side[1].cell;
  uint32_t *partner = VD_NEW_ARRAY(s->arena, uint32_t, new->len + 1);
  VdNames names = {0};
  VdMap at = {0};
  for (uint32_t i = 0; i < old->len; i++)
    *vd_map_put(&at, number_of(&names, &old->at[i])) = i;
  for (uint32_t i = 0; i < new->len; i++) {
    const uint64_t *other = vd_map_get(&at, number_of(&names, &new->at[i]));
    partner[i] = other ? (uint32_t)*other : VD_NONE;
  }
  vd_map_done(&at);
  vd_names_done(&names);
  return partner;
}

// ---------------------------------------------------------------- contract
// The interface of a machine as the contract sees it, by variable.
typedef struct Names {
  const VdMachine *machine;
  VdUse *role;
  VdTerm *input, *output;
} Names;

static void names_init(VdSteps *s, const VdMachine *machine, Names *out) {
  uint32_t n = machine->vars;
  out->machine = machine;
  out->role = VD_NEW_ARRAY(s->arena, VdUse, n + 1);
  out->input = VD_NEW_ARRAY(s->arena, VdTerm, n + 1);
  out->output = VD_NEW_ARRAY(s->arena, VdTerm, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    const VdMachineVar *var = &machine->var[i];
    if (var->direction != VD_DIR_CONSTANT) continue;
    out->role[i] = VD_USE_CONSTANT;
    out->input[i] = vd_mk_value(s->tm, &var->init);
  }
}

static void list_names(VdSteps *s, const VdStepSide *side, Names *out) {
  names_init(s, side->machine, out);
  for (uint32_t i = 0; i < side->cell.len; i++) {
    const VdStepCell *cell = &side->cell.at[i];
    if (cell->var == VD_NONE) continue;
    uint32_t role = cell->use & VD_USE_INPUT ? VD_USE_INPUT : 0;
    if (cell->use & VD_USE_OUTPUT) role |= VD_USE_OUTPUT;
    out->role[cell->var] = (VdUse)role;
    out->input[cell->var] = cell->own;
    out->output[cell->var] = cell->after;
  }
}

static bool has_term(VdSteps *s, VdTerm t, VdTerm part) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(s->tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    found = found || vd_term_eq(nodes.at[i], part);
  vd_vec_done(&nodes);
  return found;
}

// From here on the input is this value.
static bool replace(VdSteps *s, VdMap *map, VdTerm var, VdTerm value) {
  if (vd_term_op(s->tm, var) != VD_OP_VAR || has_term(s, value, var))
    return false;
  VdMap one = {0};
  *vd_map_put(&one, var.id) = value.id;
  for (int k = 0; k < 2; k++)
    for (uint32_t c = 0; c < s->side[k].cell.len; c++) {
      VdTerm own = s->side[k].cell.at[c].own;
      const uint64_t *is = vd_map_get(map, own.id);
      VdTerm now = is ? (VdTerm){(uint32_t)*is} : own;
      VdTerm to = vd_term_subst(s->tm, now, &one);
      if (!vd_term_eq(to, own)) *vd_map_put(map, own.id) = to.id;
    }
  vd_map_done(&one);
  return true;
}

// A condition that says what an input is takes its place: then it holds in
// every run, and none is lost in looking for inputs that satisfy it.
static bool define(VdSteps *s, VdMap *map, VdTerm t) {
  VdTerms *tm = s->tm;
  if (vd_term_op(tm, t) == VD_OP_EQ)
    return replace(s, map, vd_term_arg(tm, t, 0), vd_term_arg(tm, t, 1)) ||
           replace(s, map, vd_term_arg(tm, t, 1), vd_term_arg(tm, t, 0));
  if (vd_term_op(tm, t) == VD_OP_NOT)
    return replace(s, map, vd_term_arg(tm, t, 0), vd_mk_bool(tm, false));
  return replace(s, map, t, vd_mk_bool(tm, true));
}

static void suppose(VdSteps *s, VdProduct *product, VdMap *map, VdTerm given) {
  VdTerm t = vd_term_subst(s->tm, given, map);
  if (vd_term_op(s->tm, t) == VD_OP_AND)
    for (uint32_t i = 0; i < vd_term_args(s->tm, t); i++)
      suppose(s, product, map, vd_term_arg(s->tm, t, i));
  else if (!define(s, map, t))
    product->assume = vd_mk_and(s->tm, product->assume, t);
}

static void add_ensure(VdProduct *product, VdTerm property, const char *text,
                       uint32_t old, uint32_t new) {
  VdEnsure ensure = {.property = property, .text = text, .cell = {old, new}};
  vd_push(&product->ensure, ensure);
}

static uint32_t cell_of(const VdStepSide *side, uint32_t var) {
  for (uint32_t i = 0; i < side->cell.len; i++)
    if (side->cell.at[i].var == var) return i;
  return VD_NONE;
}

// An input that the front end made says that a part is called from outside:
// nobody calls one that the other version does not have.
static void leave_out_calls(VdSteps *s, const VdContractPairs *contract,
                            VdProduct *product, VdMap *map) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < contract->only[k].len; i++) {
      uint32_t var = contract->only[k].at[i];
      const VdMachineVar *input = &s->question->side[k].machine->var[var];
      if (!input->made || input->direction != VD_DIR_INPUT) continue;
      for (int side = 0; side < 2; side++)
        for (uint32_t c = 0; c < s->side[side].cell.len; c++) {
          const VdStepCell *cell = &s->side[side].cell.at[c];
          bool is =
              k && s->mismatch ? cell->partner == var + 1 : cell->var == var;
          if (is && (s->mismatch || side == k))
            suppose(s, product, map, vd_mk_not(s->tm, cell->own));
        }
    }
}

// Both sides take the same time.
static void relate_time(VdSteps *s, VdProduct *product, VdMap *map) {
  if (s->side[0].elapsed != VD_NONE && s->side[1].elapsed != VD_NONE)
    suppose(s, product, map,
            vd_mk_eq(s->tm, s->side[0].cell.at[s->side[0].elapsed].own,
                     s->side[1].cell.at[s->side[1].elapsed].own));
}

// The inputs among the terms of an interface.
static const VdTerm *only_inputs(VdSteps *s, const Names *names) {
  uint32_t n = names->machine->vars;
  VdTerm *base = VD_NEW_ARRAY(s->arena, VdTerm, n + 1);
  for (uint32_t i = 0; i < n; i++)
    if (names->role[i] & VD_USE_INPUT) base[i] = names->input[i];
  return base;
}

static void set_inputs(VdSteps *s, const Names names[2],
                       const VdContractPairs *contract) {
  s->inputs = (VdContractSource){
      .tm = s->tm, .block = s->question->block, .pairs = contract};
  for (int k = 0; k < 2; k++) {
    s->inputs.base[k] = only_inputs(s, &names[k]);
    s->inputs.slots[k] = names[k].machine->vars;
  }
  s->related = vd_relation_contract(&s->inputs);
}

static void suppose_all(VdSteps *s, VdProduct *product, VdMap *map,
                        VdTermVec *given) {
  for (uint32_t i = 0; i < given->len; i++)
    suppose(s, product, map, given->at[i]);
  vd_vec_done(given);
}

static void relate_inputs(VdSteps *s, const Names names[2],
                          const VdContractPairs *contract, VdProduct *product,
                          VdMap *map) {
  VdTermVec given = {0};
  set_inputs(s, names, contract);
  vd_relation_terms(&s->related, s->tm, s->inputs.base, &given);
  suppose_all(s, product, map, &given);
  leave_out_calls(s, contract, product, map);
  relate_time(s, product, map);
}

// A PROGRAM was read with the time that a step takes; a BLOCK that runs on its
// own has it from here.
static void fix_cycle(VdSteps *s, VdProduct *product, VdMap *map) {
  for (int k = 0; s->question->cycle && k < 2; k++)
    if (s->side[k].elapsed != VD_NONE)
      suppose(s, product, map,
              vd_mk_eq(s->tm, s->side[k].cell.at[s->side[k].elapsed].own,
                       vd_mk_bv(s->tm, VD_ELAPSED_BITS,
                                s->question->cycle / VD_ELAPSED_UNIT)));
}

static void ensure_outputs(VdSteps *s, const VdContractPairs *contract,
                           VdProduct *product) {
  for (uint32_t i = 0; i < contract->terms.ensure.len; i++) {
    const VdContractTerm *ensure = &contract->terms.ensure.at[i];
    add_ensure(product, ensure->term, ensure->clause->text, VD_NONE, VD_NONE);
  }
  for (uint32_t i = 0; contract->terms.outputs && i < contract->pair.len; i++) {
    const VdContractPair *pair = &contract->pair.at[i];
    if (pair->input || vd_term_is_none(pair->equal)) continue;
    uint32_t old = cell_of(&s->side[0], pair->var[0]);
    uint32_t new = cell_of(&s->side[1], pair->var[1]);
    add_ensure(product, pair->equal, s->side[1].cell.at[new].name, old, new);
  }
}

// A fault is an outcome; a side that cannot have one has none.
static void ensure_fault(VdSteps *s, VdProduct *product) {
  VdTerm after[2];
  uint32_t cell[2];
  for (int k = 0; k < 2; k++) {
    cell[k] = s->side[k].fault;
    after[k] = cell[k] == VD_NONE ? vd_mk_bool(s->tm, false)
                                  : s->side[k].cell.at[cell[k]].after;
  }
  VdTerm same = vd_mk_eq(s->tm, after[0], after[1]);
  if (!vd_term_is_true(s->tm, same))
    add_ensure(product, same, "fault", cell[0], cell[1]);
}

static void apply_map(VdSteps *s, VdProduct *product, const VdMap *map) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->side[k].cell.len; i++) {
      VdStepCell *cell = &s->side[k].cell.at[i];
      cell->own = vd_term_subst(s->tm, cell->own, map);
    }
  product->assume = vd_term_subst(s->tm, product->assume, map);
  for (uint32_t i = 0; i < product->ensure.len; i++)
    product->ensure.at[i].property =
        vd_term_subst(s->tm, product->ensure.at[i].property, map);
}

static bool add_couplings(VdSteps *s, const VdContractSide side[2],
                          VdDiags *diags) {
  const VdMachines *const machines[2] = {s->side[0].machines,
                                         s->side[1].machines};
  VdContractCouplings all = {0};
  bool ok = vd_contract_frames(s->tm, s->question->block, machines, side, diags,
                               &all);
  for (uint32_t i = 0; i < all.len; i++) {
    VdStepCoupling r = {.own = all.at[i].term, .now = all.at[i].term};
    r.text = vd_arena_printf(s->arena, "frame %s: %s", all.at[i].frame,
                             all.at[i].clause->text);
    r.fate = "";
    vd_push(&s->coupling, r);
  }
  vd_vec_done(&all);
  return ok;
}

static VdContractSide side_of(const Names *names) {
  return (VdContractSide){names->machine, names->role, names->input,
                          names->output};
}

static void begin(VdSteps *s, VdProduct *product, VdMap *map) {
  *map = (VdMap){0};
  product->assume = vd_mk_bool(s->tm, true);
}

static bool begin_pair(VdSteps *s, VdDiags *diags, VdProduct *product,
                       VdContractPairs *contract) {
  VdContractSide side[2];
  Names names[2];
  VdMap map;
  for (int k = 0; k < 2; k++) {
    const VdMachineSide *given = &s->question->side[k];
    if (!vd_steps_cells(s, k, given->machine, given->role)) return false;
    list_names(s, &s->side[k], &names[k]);
    side[k] = side_of(&names[k]);
  }
  if (!vd_contract_pairs(s->tm, s->question->block, side, diags, contract) ||
      !add_couplings(s, side, diags)) {
    s->why = "the contract does not fit";
    return false;
  }
  begin(s, product, &map);
  relate_inputs(s, names, contract, product, &map);
  fix_cycle(s, product, &map);
  ensure_outputs(s, contract, product);
  ensure_fault(s, product);
  apply_map(s, product, &map);
  vd_map_done(&map);
  return true;
}

// ---------------------------------------------------------------- mismatch
// The inputs of the new machine are the partner's. Nobody asks for its outputs.
static void list_partner(VdSteps *s, Names *out) {
  const VdMachineSide *new = &s->question->side[1];
  const VdStepCells *cells = &s->side[1].cell;
  names_init(s, new->machine, out);
  for (uint32_t i = 0; i < new->machine->vars; i++) {
    const VdMachineVar *var = &new->machine->var[i];
    out->role[i] |= new->role[i] & VD_USE_BOTH;
    if (new->role[i] & VD_USE_OUTPUT)
      out->output[i] =
          vd_mk_fresh(s->tm, VD_VAR_CELL, vd_elem_sort(var->elem), var->name);
  }
  for (uint32_t i = 0; i < cells->len; i++)
    if (cells->at[i].partner)
      out->input[cells->at[i].partner - 1] = cells->at[i].own;
}

// What the old version shows to others, as far as the new one must.
static void ensure_alike(VdSteps *s, const VdContractPairs *contract,
                         VdProduct *product) {
  for (uint32_t i = 0; i < contract->pair.len; i++) {
    const VdContractPair *pair = &contract->pair.at[i];
    if (pair->input || vd_term_is_none(pair->equal)) continue;
    uint32_t one = cell_of(&s->side[0], pair->var[0]);
    uint32_t two = cell_of(&s->side[1], pair->var[0]);
    VdTerm same = vd_mk_eq(s->tm, s->side[0].cell.at[one].after,
                           s->side[1].cell.at[two].after);
    add_ensure(product, same, s->side[0].cell.at[one].name, one, two);
  }
  ensure_fault(s, product);
}

// Inputs that have one partner are one: then so are the runs.
static bool has_choice(const VdSteps *s) {
  for (uint32_t i = 0; i < s->side[0].cell.len; i++)
    if (s->side[0].cell.at[i].use & VD_USE_INPUT &&
        !vd_term_eq(s->side[0].cell.at[i].own, s->side[1].cell.at[i].own))
      return true;
  return false;
}

// Asked only where outputs must be equal: with other properties, a new version
// may find outputs that are right for both.
static bool begin_mismatch(VdSteps *s, VdDiags *diags, VdProduct *product,
                           VdContractPairs *contract) {
  const VdMachineSide *old = &s->question->side[0];
  Names names[2], second;
  VdMap map;
  for (int k = 0; k < 2; k++)
    if (!vd_steps_cells(s, k, old->machine, old->role)) return false;
  vd_steps_partner(s, &s->question->side[1]);
  list_names(s, &s->side[0], &names[0]);
  list_names(s, &s->side[1], &second);
  list_partner(s, &names[1]);
  const VdContractSide side[2] = {side_of(&names[0]), side_of(&names[1])};
  if (!vd_contract_pairs(s->tm, s->question->block, side, diags, contract) ||
      contract->terms.ensure.len)
    return false;
  VdTermVec given = {0};
  begin(s, product, &map);
  set_inputs(s, names, contract);
  vd_relation_partners(&s->related, s->tm, s->inputs.base[0], second.input,
                       s->inputs.base[1], &given);
  suppose_all(s, product, &map, &given);
  leave_out_calls(s, contract, product, &map);
  relate_time(s, product, &map);
  fix_cycle(s, product, &map);
  ensure_alike(s, contract, product);
  apply_map(s, product, &map);
  vd_map_done(&map);
  return has_choice(s);
}

bool vd_steps_begin(VdSteps *s, VdDiags *diags, VdProduct *product,
                    VdContractPairs *contract) {
  return s->mismatch ? begin_mismatch(s, diags, product, contract)
                     : begin_pair(s, diags, product, contract);
}

bool vd_steps_ready(VdSteps *s, VdProduct *product) {
  VdMap after = {0};
  bool ok = true;
  for (int k = 0; ok && k < 2; k++) {
    VdStepCells *cells = &s->side[k].cell;
    ok = vd_steps_step(s, k);
    VdTerm *step = vd_alloc(vd_mul(cells->len + 1, sizeof *step));
    for (uint32_t i = 0; i < cells->len; i++) step[i] = cells->at[i].step;
    step[cells->len] = s->side[k].defined;
    ok = ok && vd_steps_open(s, k, step, cells->len + 1);
    if (ok && !vd_term_is_true(s->tm, step[cells->len])) {
      s->why = "a loop may run for ever";
      ok = false;
    }
    for (uint32_t i = 0; ok && i < cells->len; i++) {
      cells->at[i].step = step[i];
      if (!vd_term_is_none(cells->at[i].after))
        *vd_map_put(&after, cells->at[i].after.id) = step[i].id;
    }
    vd_free(step);
  }
  for (uint32_t i = 0; ok && i < product->ensure.len; i++)
    product->ensure.at[i].holds =
        vd_term_subst(s->tm, product->ensure.at[i].property, &after);
  vd_map_done(&after);
  return ok;
}
