// What a proof about PLC programs rests on beyond the semantics.
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

// Parameters by reference are taken as variables of their own. That says
// nothing of two texts only if they are one.
static bool may_alias(const VdMachineQuestion *q) {
  const VdMachine *old = q->side[0].machine, *new = q->side[1].machine;
  return !vd_digest_eq(&old->text, &new->text) &&
         (has_aliases(old) || has_aliases(new));
}

// Outputs of the old version that no ensure clause compares.
static const char *list_left_out(const VdMachineQuestion *q, VdArena *arena) {
  enum { MOST = 20 };
  const VdMachine *old = q->side[0].machine;
  VdBuf list = {0};
  uint32_t n = 0;
  if (!vd_contract_ensures(q->block)) return NULL;
  for (uint32_t i = 0; i < old->vars; i++) {
    if (!(q->side[0].role[i] & VD_USE_OUTPUT) ||
        vd_contract_covers(q->block, old->var[i].name))
      continue;
    if (n++ < MOST)
      vd_buf_printf(&list, "%s%s", n > 1 ? ", " : "", old->var[i].name);
  }
  if (n > MOST) vd_buf_printf(&list, " and %u more", n - MOST);
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
  if (starts_warm(q, plc))
    rest_on(q,
            "runs start cold: what retained variables hold after a restart is "
            "not looked at");
  if (may_alias(q))
    vd_push(&q->assumption,
            ((VdMachineAssumption){
                "a call gives a variable for one VAR_IN_OUT only, and none "
                "that the callee reaches otherwise",
                true}));
  if (old->kind == VD_MACHINE_PROGRAM &&
      (plc[0]->configured || plc[1]->configured))
    q->configured = "VAR_CONFIG";
}
