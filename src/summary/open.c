// Opens applications: what is behind a call is put for it.
#include "summary/summary.h"

enum { MAX_NODES = 400000 };  // of terms while they are opened

bool vd_open_is_call(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_APP &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_INTERNAL;
}

// The application with its arguments replaced.
static VdTerm rebuilt(VdTerms *tm, VdTerm app, const VdMap *map) {
  uint32_t n = vd_term_args(tm, app);
  VdTerm *arg = vd_alloc(vd_mul(n + 1, sizeof *arg));
  for (uint32_t i = 0; i < n; i++)
    arg[i] = vd_term_subst(tm, vd_term_arg(tm, app, i), map);
  VdTerm t =
      vd_mk_app(tm, vd_term_fun(tm, app), vd_term_result(tm, app), arg, n);
  vd_free(arg);
  return t;
}

uint32_t vd_open_calls(VdTerms *tm, VdTermVec *terms, VdCallHome *open,
                       void *context) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  for (uint32_t i = 0; i < nodes.len && nodes.len <= MAX_NODES; i++) {
    VdTerm t = nodes.at[i];
    VdSums *sums = vd_open_is_call(tm, t) ? open(context, t) : NULL;
    if (!sums) continue;
    VdTerm body = vd_summary_open(sums, rebuilt(tm, t, &map));
    if (!vd_term_is_none(body)) *vd_map_put(&map, t.id) = body.id;
    if (vd_terms_count(tm) > MAX_NODES * 4u) break;
  }
  uint32_t n = map.len;
  for (uint32_t i = 0; i < terms->len && n; i++)
    terms->at[i] = vd_term_subst(tm, terms->at[i], &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return n;
}
