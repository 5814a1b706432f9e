// What a verdict about rule functions depends on, as bytes: both functions with
// all they call, the tables they ask for, and the part of the crosswalk that
// matters. A change of anything else does not change the key.
#include "rules/rules_impl.h"

typedef VD_VEC(VdCode) Codes;

static void add_table(VdRuleWork *w, VdSide side, const char *name,
                      const VdCodeTable *table, VdBuf *out) {
  vd_buf_printf(out, "table %d %s:", side, name);
  for (uint32_t i = 0; i < table->entry.len; i++)
    vd_buf_printf(
        out, " %s",
        vd_code_text(w->rules->crosswalk, side, table->entry.at[i].code));
  vd_buf_char(out, '\n');
}

static bool is_repeated(const VdRuleAsks *asks, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (asks->at[k].table == asks->at[i].table &&
        !strcmp(asks->at[k].text, asks->at[i].text))
      return true;
  return false;
}

// False if a question has no answer: then there is nothing to remember.
static bool add_side(VdRuleWork *w, VdSide side, uint32_t func, Codes *used,
                     VdBuf *out) {
  VdRuleAsks asks = {0};
  bool ok = true;
  vd_buf_printf(out, "function %d\n", side);
  vd_ir_canonical(w->module[side], func, out);
  vd_rule_asks(w->module[side], func, &asks);
  for (uint32_t i = 0; i < asks.len && ok; i++) {
    VdRuleAtom atom;
    const char *why;
    if (is_repeated(&asks, i)) continue;
    ok = vd_rule_resolve(&w->reader, side, asks.at[i].table, asks.at[i].text,
                         &atom, &why);
    if (!ok) break;
    if (atom.table) add_table(w, side, asks.at[i].text, atom.table, out);
    for (uint32_t k = 0; k < vd_rule_atom_codes(&atom); k++)
      vd_push(used, vd_rule_atom_code(&atom, k));
  }
  vd_vec_done(&asks);
  return ok;
}

bool vd_rule_key(VdRuleWork *w, const uint32_t func[2], uint32_t sides,
                 VdBuf *out) {
  Codes used[2] = {0};
  bool ok = true;
  vd_buf_printf(out, "rules of %u sides\n", sides);
  for (uint32_t k = 0; k < sides && ok; k++)
    ok = add_side(w, (VdSide)k, func[k], &used[k], out);
  if (ok && sides == 2)
    vd_scope_pair(w->rules->crosswalk, used[0].at, used[0].len, used[1].at,
                  used[1].len, &w->scope[0]);
  else if (ok)
    vd_scope_partner(w->rules->crosswalk, VD_OLD, used[0].at, used[0].len,
                     &w->scope[0]);
  VdCrosswalkSource inputs = {w->rules->crosswalk, &w->scope[0], sides == 1};
  VdRelation relation = vd_relation_crosswalk(&inputs);
  if (ok) vd_relation_key(&relation, out);
  for (int k = 0; k < 2; k++) vd_vec_done(&used[k]);
  return ok;
}
