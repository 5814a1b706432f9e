// Which variables of the two sides belong together: by name, without case.
#include "check/plc_impl.h"

// Names that differ in case only have one number.
static uint32_t number_of(VdNames *names, const char *name) {
  VdBuf text = {0};
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
    *vd_map_put(&at, number_of(&names, old->at[i].name)) = i;
  for (uint32_t i = 0; i < new->len; i++) {
    const uint64_t *other = vd_map_get(&at, number_of(&names, new->at[i].name));
    partner[i] = other ? (uint32_t)*other : VD_PLC_NONE;
  }
  vd_map_done(&at);
  vd_names_done(&names);
  return partner;
}

static bool same_sort(VdSteps *s, VdTerm a, VdTerm b) {
  return vd_sort_eq(vd_term_sort(s->tm, a), vd_term_sort(s->tm, b));
}

// Inputs of one name and type are one variable.
void vd_steps_share(VdSteps *s) {
  const uint32_t *partner = vd_steps_partners(s);
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    if (partner[i] == VD_PLC_NONE) continue;
    VdStepCell *new = &s->side[1].cell.at[i];
    const VdStepCell *old = &s->side[0].cell.at[partner[i]];
    if (new->use & old->use &VD_USE_INPUT &&same_sort(s, new->own, old->own))
      new->own = old->own;
  }
}

bool vd_steps_ready(VdSteps *s) {
  for (int k = 0; k < 2; k++) {
    VdStepCells *cells = &s->side[k].cell;
    if (!vd_steps_step(s, k)) return false;
    VdTerm *step = vd_alloc(vd_mul(cells->len + 1, sizeof *step));
    for (uint32_t i = 0; i < cells->len; i++) step[i] = cells->at[i].step;
    bool ok = vd_steps_open(s, k, step, cells->len);
    for (uint32_t i = 0; i < cells->len; i++) {
      cells->at[i].step = cells->at[i].next = step[i];
      cells->at[i].now = cells->at[i].own;
    }
    vd_free(step);
    if (!ok) return false;
  }
  return true;
}

void vd_steps_default(VdSteps *s, VdProduct *product) {
  const uint32_t *partner = vd_steps_partners(s);
  product->assume = vd_mk_bool(s->tm, true);
  for (uint32_t i = 0; i < s->side[1].cell.len; i++) {
    if (partner[i] == VD_PLC_NONE) continue;
    const VdStepCell *new = &s->side[1].cell.at[i];
    const VdStepCell *old = &s->side[0].cell.at[partner[i]];
    if (!(new->use & old->use &VD_USE_OUTPUT) ||
        !same_sort(s, new->own, old->own))
      continue;
    VdEnsure ensure = {.holds = vd_mk_eq(s->tm, old->step, new->step),
                       .text = new->name,
                       .cell = {partner[i], i}};
    vd_push(&product->ensure, ensure);
  }
}
