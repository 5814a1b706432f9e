// And-inverter graphs as clauses (Tseitin), as far as they are asked for.
//
// An exclusive or and a choice are four clauses over their own arguments, not
// nine over three ANDs. A tree of ANDs that nothing else uses is one AND with
// many arguments. If something asks for its inner nodes later they are said
// then: this costs clauses, but is never wrong.
#include "solve/aig.h"

static int var_of(VdCnf *cnf, uint32_t node) {
  while (cnf->var.len <= node) vd_push(&cnf->var, 0);
  if (cnf->var.at[node] == 0) {
    cnf->var.at[node] = vd_sat_var(cnf->sat);
    vd_push(&cnf->todo, node);
  }
  return cnf->var.at[node];
}

static int lit_of(VdCnf *cnf, VdLit lit) {
  int var = var_of(cnf, vd_lit_node(lit));
  return vd_lit_sign(lit) ? -var : var;
}

static void add(VdCnf *cnf, int a, int b, int c) {
  vd_sat_clause(cnf->sat, (int[]){a, b, c}, 3);
}

// x is ite(c, a, b). The last two clauses only help propagation; for an
// exclusive or they say nothing.
static void say_mux(VdCnf *cnf, int x, VdLit c, VdLit a, VdLit b) {
  int cc = lit_of(cnf, c), aa = lit_of(cnf, a), bb = lit_of(cnf, b);
  add(cnf, -cc, -aa, x);
  add(cnf, -cc, aa, -x);
  add(cnf, cc, -bb, x);
  add(cnf, cc, bb, -x);
  if (aa == -bb) return;
  add(cnf, -aa, -bb, x);
  add(cnf, aa, bb, -x);
}

// Can the argument be taken apart into the AND that uses it?
static bool is_inner(const VdCnf *cnf, VdLit lit) {
  uint32_t node = vd_lit_node(lit);
  VdLit c, a, b;
  return !vd_lit_sign(lit) && vd_aig_kind(cnf->aig, node) == VD_NODE_AND &&
         vd_aig_uses(cnf->aig, node) == 1 && !vd_cnf_has(cnf, node) &&
         !vd_aig_is_mux(cnf->aig, node, &c, &a, &b);
}

static void add_arguments(const VdCnf *cnf, uint32_t node, VdLits *out) {
  vd_push(out, vd_aig_left(cnf->aig, node));
  vd_push(out, vd_aig_right(cnf->aig, node));
}

static void say_and(VdCnf *cnf, int x, uint32_t node) {
  VdLits todo = {0};
  VD_VEC(int) wide = {0};  // x or some argument is false
  vd_push(&wide, x);
  add_arguments(cnf, node, &todo);
  while (todo.len > 0) {
    VdLit lit = vd_pop(&todo);
    if (is_inner(cnf, lit)) {
      add_arguments(cnf, vd_lit_node(lit), &todo);
      continue;
    }
    int arg = lit_of(cnf, lit);
    vd_sat_clause(cnf->sat, (int[]){-x, arg}, 2);
    vd_push(&wide, -arg);
  }
  vd_sat_clause(cnf->sat, wide.at, wide.len);
  vd_vec_done(&wide);
  vd_vec_done(&todo);
}

static void say(VdCnf *cnf, uint32_t node) {
  int x = cnf->var.at[node];
  VdLit c, a, b;
  if (node == 0)
    vd_sat_clause(cnf->sat, (int[]){-x}, 1);
  else if (vd_aig_is_mux(cnf->aig, node, &c, &a, &b))
    say_mux(cnf, -x, c, a, b);
  else if (vd_aig_kind(cnf->aig, node) == VD_NODE_AND)
    say_and(cnf, x, node);
}

int vd_cnf_lit(VdCnf *cnf, VdLit lit) {
  VD_CHECK(vd_lit_node(lit) < vd_aig_nodes(cnf->aig));
  int is = lit_of(cnf, lit);
  while (cnf->todo.len > 0) say(cnf, vd_pop(&cnf->todo));
  return is;
}

void vd_cnf_assert(VdCnf *cnf, VdLit lit) {
  if (lit == VD_LIT_TRUE) return;
  int is = vd_cnf_lit(cnf, lit);
  vd_sat_clause(cnf->sat, &is, 1);
}

bool vd_cnf_has(const VdCnf *cnf, uint32_t node) {
  return node < cnf->var.len && cnf->var.at[node] != 0;
}

bool vd_cnf_value(const VdCnf *cnf, VdLit lit) {
  uint32_t node = vd_lit_node(lit);
  if (!vd_cnf_has(cnf, node)) return vd_lit_sign(lit);
  return vd_sat_value(cnf->sat, cnf->var.at[node]) != vd_lit_sign(lit);
}

void vd_cnf_done(VdCnf *cnf) {
  vd_vec_done(&cnf->var);
  vd_vec_done(&cnf->todo);
  *cnf = (VdCnf){0};
}
