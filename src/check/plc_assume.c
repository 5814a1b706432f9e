// What a proof about PLC programs rests on beyond the semantics.
#include "check/plc_impl.h"
#include "check/plc_scope.h"

static bool has_reals(const VdStepSide *side) {
  for (uint32_t i = 0; i < side->pou->vars; i++)
    if (vd_plc_class(side->pou->var[i].elem) == VD_PLC_CLASS_REAL) return true;
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

void vd_plc_assume(const VdPlcQuestion *q, const VdStepSide side[2],
                   VdArena *arena, VdPlcVerdict *v) {
  if (limits_inputs(q->block)) {
    VdBuf text = {0};
    vd_pos_print(q->block->pos, &text);
    vd_push(&v->assumption,
            vd_arena_printf(arena,
                            "inputs are as the contract at %s says, in every "
                            "cycle",
                            vd_buf_text(&text)));
    vd_buf_done(&text);
  }
  if (q->cycle)
    vd_push(&v->assumption,
            vd_arena_printf(arena, "every cycle takes %llu ms",
                            (unsigned long long)(q->cycle / 1000000)));
  else if (side[0].elapsed != VD_PLC_NONE || side[1].elapsed != VD_PLC_NONE)
    vd_push(&v->assumption, "no cycle takes longer than 65535 ms");
  if (has_reals(&side[0]) || has_reals(&side[1]))
    vd_push(&v->assumption, "all NaNs are one value");
  if (keeps(q, VD_PLC_GLOBAL, 0))
    vd_push(&v->assumption,
            "nothing else writes the global variables that a program writes");
  if (keeps(q, VD_PLC_LOCAL, 'M'))
    vd_push(&v->assumption,
            "nothing else writes the memory (%M) that a program writes");
  if (starts_warm(q))
    vd_push(&v->assumption,
            "runs start cold: what retained variables hold after a restart is "
            "not looked at");
}
