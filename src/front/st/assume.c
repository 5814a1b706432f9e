// What a proof about PLC programs rests on beyond the semantics.
#include "front/st/scope.h"

static bool has_reals(const VdPlcPou *pou) {
  for (uint32_t i = 0; i < pou->vars; i++)
    if (vd_plc_class(pou->var[i].elem) == VD_PLC_CLASS_REAL) return true;
  return false;
}

static bool limits_inputs(const VdContractBlock *block) {
  for (uint32_t i = 0; block && i < block->clauses; i++)
    if (block->clause[i].kind != VD_CLAUSE_ENSURE) return true;
  return false;
}

// Does it write something that others could write too, and keeps its value?
static bool keeps(const VdPlcQuestion *q, VdPlcDirection direction, char area) {
  for (int k = 0; k < 2; k++) {
    const VdPlcPou *pou = q->side[k].pou;
    for (uint32_t i = 0; i < pou->vars; i++) {
      const VdPlcVar *var = &pou->var[i];
      if (var->direction == direction && var->result != VD_PLC_NONE &&
          (!area || vd_plc_area(var) == area) &&
          !(q->side[k].role[i] & VD_PLC_IS_INPUT))
        return true;
    }
  }
  return false;
}

static bool starts_warm(const VdPlcQuestion *q) {
  for (int k = 0; k < 2; k++)
    if (vd_plc_keeps_any(q->side[k].plc, q->side[k].pou)) return true;
  return false;
}

void vd_plc_assume(VdPlcQuestion *q, VdArena *arena) {
  const VdPlcPou *old = q->side[0].pou, *new = q->side[1].pou;
  if (limits_inputs(q->block)) {
    VdBuf text = {0};
    vd_pos_print(q->block->pos, &text);
    vd_push(&q->assumption,
            vd_arena_printf(arena,
                            "inputs are as the contract at %s says, in every "
                            "cycle",
                            vd_buf_text(&text)));
    vd_buf_done(&text);
  }
  if (q->cycle)
    vd_push(&q->assumption,
            vd_arena_printf(arena, "every cycle takes %llu ms",
                            (unsigned long long)(q->cycle / 1000000)));
  else if (old->elapsed_param != VD_PLC_NONE ||
           new->elapsed_param != VD_PLC_NONE)
    vd_push(&q->assumption, "no cycle takes longer than 65535 ms");
  if (has_reals(old) || has_reals(new))
    vd_push(&q->assumption, "all NaNs are one value");
  if (keeps(q, VD_PLC_GLOBAL, 0))
    vd_push(&q->assumption,
            "nothing else writes the global variables that a program writes");
  if (keeps(q, VD_PLC_LOCAL, 'M'))
    vd_push(&q->assumption,
            "nothing else writes the memory (%M) that a program writes");
  if (starts_warm(q))
    vd_push(&q->assumption,
            "runs start cold: what retained variables hold after a restart is "
            "not looked at");
}
