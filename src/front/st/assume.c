// What a proof about PLC programs rests on beyond the semantics.
#include "base/limit.h"
#include "front/st/scope.h"

static bool has_reals(const VdMachine *pou) {
  for (uint32_t i = 0; i < pou->vars; i++)
    if (vd_elem_class(pou->var[i].elem) == VD_SCALAR_REAL) return true;
  return false;
}

static bool limits_inputs(const VdContractBlock *block) {
  for (uint32_t i = 0; block && i < block->clauses; i++)
    if (block->clause[i].kind != VD_CLAUSE_ENSURE) return true;
  return false;
}

// Does it write something that others could write too, and keeps its value?
// area: at addresses of that area; 0: globals.
static bool keeps(const VdMachineQuestion *q, char area) {
  for (int k = 0; k < 2; k++) {
    const VdMachine *pou = q->side[k].machine;
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdMachineVar *var = &pou->var[i];
      bool meant =
          area ? vd_plc_area(var) == area : var->direction == VD_DIR_GLOBAL;
      if (meant && var->result != VD_NONE &&
          !(q->side[k].role[i] & VD_USE_INPUT))
        return true;
    }
  }
  return false;
}

// -------------------------------------------------------------- what is read
// By parameter: does a value depend on it, beyond that it stays as it is?
typedef struct Reads {
  uint32_t first, n;
  bool *read;
  uint32_t *result;  // of the same variable
} Reads;

static void add_reads(Reads *r, const VdRef *arg, uint32_t args) {
  for (uint32_t i = 0; i < args; i++)
    if (arg[i].id >= r->first && arg[i].id - r->first < r->n)
      r->read[arg[i].id - r->first] = true;
}

// A variable that is given back as it came in is not read.
static void add_returned(Reads *r, const VdRef *ret, uint32_t results) {
  for (uint32_t k = 0; k < results; k++) {
    uint32_t param = ret[k].id - r->first;
    if (ret[k].id >= r->first && param < r->n && r->result[param] != k)
      r->read[param] = true;
  }
}

static bool *find_reads(const VdMachineSide *side, VdArena *arena) {
  const VdFunc *f = side->machines->module->func.at[side->machine->func];
  Reads r = {.n = f->params,
             .read = VD_NEW_ARRAY(arena, bool, f->params + (size_t)1),
             .result = VD_NEW_ARRAY(arena, uint32_t, f->params + (size_t)1)};
  if (f->kind != VD_FUNC_DEFINED || !f->block.len) return r.read;
  r.first = f->block.at[0].first_param.id;
  for (uint32_t i = 0; i < side->machine->vars; i++)
    if (side->machine->var[i].param < r.n)
      r.result[side->machine->var[i].param] = side->machine->var[i].result;
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    for (uint32_t i = 0; i < block->inst.len; i++)
      add_reads(&r, block->inst.at[i].arg, block->inst.at[i].args);
    for (uint32_t e = 0; e < vd_block_edges(block); e++)
      add_reads(&r, block->edge[e].arg, block->edge[e].args);
    if (block->exit == VD_EXIT_BRANCH) add_reads(&r, &block->cond, 1);
    if (block->exit == VD_EXIT_RETURN) add_returned(&r, block->ret, f->results);
  }
  return r.read;
}

// Does it read back what it wrote to an output address?
static bool reads_back(const VdMachineQuestion *q, VdArena *arena) {
  for (int k = 0; k < 2; k++) {
    const VdMachine *pou = q->side[k].machine;
    const bool *read = NULL;
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdMachineVar *var = &pou->var[i];
      if (vd_plc_area(var) != 'Q' || var->result == VD_NONE ||
          var->param == VD_NONE || (q->side[k].role[i] & VD_USE_INPUT))
        continue;
      if (!read) read = find_reads(&q->side[k], arena);
      if (read[var->param]) return true;
    }
  }
  return false;
}

// ------------------------------------------------------------------- faults
// May a cycle stop after it wrote what others see, or what is retained?
static bool stops_late(const VdMachineQuestion *q, const VdPlc *const plc[2]) {
  for (int k = 0; k < 2; k++) {
    const VdMachine *pou = q->side[k].machine;
    if (pou->fault_result == VD_NONE) continue;
    if (vd_plc_keeps_any(plc[k], pou)) return true;
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdMachineVar *var = &pou->var[i];
      if (var->result != VD_NONE && (var->global || vd_plc_area(var)))
        return true;
    }
  }
  return false;
}

// -------------------------------------------------------------------- tasks
static const char *priority_of(const VdPlc *plc, const char *task) {
  static const char word[] = "PRIORITY of ";
  for (uint32_t i = 0; i < plc->facts; i++)
    if (!strncasecmp(plc->fact[i].name, word, strlen(word)) &&
        !strcasecmp(plc->fact[i].name + strlen(word), task))
      return plc->fact[i].text;
  return "";
}

// Has the configuration tasks of more than one priority, or programs without a
// task beside tasks?
static bool has_priorities(const VdPlc *plc) {
  const char *first = NULL;
  bool idle = false;
  for (uint32_t i = 0; i < plc->facts; i++) {
    const VdPlcFact *fact = &plc->fact[i];
    if (fact->kind != VD_PLC_FACT_CONFIG) continue;
    if (!strncmp(fact->name, "PROGRAM ", strlen("PROGRAM ")))
      idle = idle || !strcasestr(fact->text, " WITH ");
    if (strncmp(fact->name, "TASK ", strlen("TASK "))) continue;
    const char *priority = priority_of(plc, fact->name);
    if (first && strcasecmp(first, priority)) return true;
    first = priority;
  }
  return first && idle;
}

static bool is_shared(const VdMachineVar *a, const VdMachine *other) {
  VdPlcSpan mine, its;
  bool placed = vd_plc_span(a->address, a->bits, &mine);
  for (uint32_t i = 0; i < other->vars; i++) {
    const VdMachineVar *b = &other->var[i];
    if (a->global && b->global && !strcasecmp(a->name, b->name)) return true;
    if (placed && vd_plc_span(b->address, b->bits, &its) &&
        vd_plc_spans_meet(&mine, &its))
      return true;
  }
  return false;
}

// Is there another PROGRAM that has a variable of this one?
static bool shares(const VdPlc *plc, uint32_t number) {
  const VdMachine *pou = &plc->all.machine[number];
  for (uint32_t p = 0; p < plc->all.machines; p++) {
    const VdMachine *other = &plc->all.machine[p];
    if (p == number || other->kind != VD_MACHINE_PROGRAM) continue;
    for (uint32_t i = 0; i < pou->vars; i++)
      if ((pou->var[i].global || pou->var[i].address) &&
          pou->var[i].direction != VD_DIR_CONSTANT &&
          is_shared(&pou->var[i], other))
        return true;
  }
  return false;
}

static bool may_be_interrupted(const VdMachineQuestion *q,
                               const VdPlc *const plc[2]) {
  for (int k = 0; k < 2; k++) {
    uint32_t pou = vd_machine_find(&plc[k]->all, q->side[k].machine->name);
    if (q->side[k].machine->kind == VD_MACHINE_PROGRAM && pou != VD_NONE &&
        has_priorities(plc[k]) && shares(plc[k], pou))
      return true;
  }
  return false;
}

static bool starts_warm(const VdMachineQuestion *q, const VdPlc *const plc[2]) {
  for (int k = 0; k < 2; k++)
    if (vd_plc_keeps_any(plc[k], q->side[k].machine)) return true;
  return false;
}

// What a call reaches, by elementary type.
typedef struct Reached {
  const char *in_out;   // one variable
  size_t len;           // of its name
  bool other, written;  // is there another one? is any of them written?
} Reached;

// Parameters by reference, and what a caller could give for them.
static bool is_reached(const VdMachine *machine, const VdMachineVar *var) {
  if (var->direction == VD_DIR_IN_OUT || var->direction == VD_DIR_GLOBAL)
    return true;
  return var->direction == VD_DIR_INPUT && !var->made &&
         (var->global || machine->kind == VD_MACHINE_BLOCK);
}

static bool has_aliases(const VdMachine *machine) {
  Reached all[VD_ELEMS] = {0};
  for (int in_out = 1; in_out >= 0; in_out--)
    for (uint32_t i = 0; i < machine->vars; i++) {
      const VdMachineVar *var = &machine->var[i];
      Reached *r = &all[var->elem];
      size_t len = strcspn(var->name, ".[");
      if (!is_reached(machine, var) ||
          (var->direction == VD_DIR_IN_OUT) != (in_out == 1))
        continue;
      if (in_out && !r->in_out) {
        r->in_out = var->name;
        r->len = len;
      }
      r->written = r->written || var->result != VD_NONE;
      r->other = r->other ||
                 (r->in_out && (len != r->len ||
                                strncasecmp(var->name, r->in_out, len) != 0));
    }
  for (uint32_t i = 0; i < VD_ELEMS; i++)
    if (all[i].other && all[i].written) return true;
  return false;
}

// Parameters by reference are taken as variables of their own.
static bool may_alias(const VdMachineQuestion *q) {
  return has_aliases(q->side[0].machine) || has_aliases(q->side[1].machine);
}

// Outputs of the old version that no ensure clause compares.
static const char *list_left_out(const VdMachineQuestion *q, VdArena *arena) {
  const VdMachine *old = q->side[0].machine;
  VdBuf list = {0};
  uint32_t n = 0;
  if (!vd_contract_ensures(q->block)) return NULL;
  for (uint32_t i = 0; i < old->vars; i++) {
    if (!(q->side[0].role[i] & VD_USE_OUTPUT) ||
        vd_contract_covers(q->block, old->var[i].name))
      continue;
    if (n++ < vd_limit->assume_named)
      vd_buf_printf(&list, "%s%s", n > 1 ? ", " : "", old->var[i].name);
  }
  if (n > vd_limit->assume_named)
    vd_buf_printf(&list, " and %u more", n - vd_limit->assume_named);
  const char *text =
      n ? vd_arena_printf(arena,
                          "not compared, as the contract does not ensure it: "
                          "%s",
                          vd_buf_text(&list))
        : NULL;
  vd_buf_done(&list);
  return text;
}

static void rest_on(VdMachineQuestion *q, const char *text) {
  vd_push(&q->assumption, ((VdMachineAssumption){text, false}));
}

// Two texts may be one function only because of how they are modelled.
static void rest_on_other_text(VdMachineQuestion *q, const char *text) {
  if (!vd_digest_eq(&q->side[0].machine->text, &q->side[1].machine->text))
    vd_push(&q->assumption, ((VdMachineAssumption){text, true}));
}

void vd_plc_assume(VdMachineQuestion *q, const VdPlc *const plc[2],
                   VdArena *arena) {
  const VdMachine *old = q->side[0].machine, *new = q->side[1].machine;
  if (limits_inputs(q->block)) {
    VdBuf text = {0};
    vd_pos_print(q->block->pos, &text);
    rest_on(q,
            vd_arena_printf(arena,
                            "inputs are as the contract at %s says, in every "
                            "cycle",
                            vd_buf_text(&text)));
    vd_buf_done(&text);
  }
  const char *left_out = list_left_out(q, arena);
  if (left_out) rest_on(q, left_out);
  if (q->cycle)
    rest_on(q, vd_arena_printf(arena, "every cycle takes %llu ms",
                               (unsigned long long)(q->cycle / 1000000)));
  else if (old->elapsed_param != VD_NONE || new->elapsed_param != VD_NONE)
    rest_on(q, "no cycle takes longer than 65535 ms");
  if (has_reals(old) || has_reals(new)) rest_on(q, "all NaNs are one value");
  if (keeps(q, 0))
    rest_on(q,
            "nothing else writes the global variables that a program writes");
  if (keeps(q, 'M'))
    rest_on(q, "nothing else writes the memory (%M) that a program writes");
  if (reads_back(q, arena))
    rest_on(q, "nothing else writes the outputs (%Q) that a program reads");
  if (may_be_interrupted(q, plc))
    rest_on_other_text(
        q, "no task interrupts a program that shares variables with another");
  if (stops_late(q, plc))
    rest_on_other_text(
        q,
        "a cycle with a fault changes nothing: what it wrote before is not "
        "looked at");
  if (starts_warm(q, plc))
    rest_on(q,
            "runs start cold: what retained variables hold after a restart is "
            "not looked at");
  if (may_alias(q))
    rest_on_other_text(
        q,
        "a call gives a variable for one VAR_IN_OUT only, and none that the "
        "callee reaches otherwise");
  if (old->kind == VD_MACHINE_PROGRAM &&
      (plc[0]->configured || plc[1]->configured))
    q->configured = "VAR_CONFIG";
}
