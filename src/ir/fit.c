// Calls through pointers: a function in the place of a pointer's shape.
//
// A shape has the parameters of the call, the address first, and every state
// that any callee may take. A function fits if its ordinary parameters and
// results are those of the shape, in order and of the same sorts, and if the
// shape has every state that it takes or gives. A state that it does not give
// back stays as it was handed in, so leaving it out says what the function
// does. A call of what does not fit stays one of
// something unknown.
#include "ir/ir.h"

static uint32_t find(const VdParam *param, uint32_t n, VdRole role,
                     uint32_t nth) {
  for (uint32_t i = 0; i < n; i++)
    if (param[i].role == role && nth-- == 0) return i;
  return UINT32_MAX;
}

static uint32_t nth_of(const VdParam *param, uint32_t i) {
  uint32_t n = 0;
  for (uint32_t j = 0; j < i; j++) n += param[j].role == param[i].role;
  return n;
}

// The address is the shape's first ordinary parameter.
uint32_t vd_func_fit_param(const VdFunc *f, const VdFunc *shape, uint32_t i) {
  VdRole role = f->param[i].role;
  uint32_t nth = nth_of(f->param, i) + (role == VD_ROLE_VALUE);
  return find(shape->param, shape->params, role, nth);
}

uint32_t vd_func_fit_result(const VdFunc *f, const VdFunc *shape, uint32_t i) {
  return find(f->result, f->results, shape->result[i].role,
              nth_of(shape->result, i));
}

uint32_t vd_func_fit_state(const VdFunc *shape, VdRole role) {
  return find(shape->param, shape->params, role, 0);
}

static uint32_t count(const VdParam *param, uint32_t n, VdRole role) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < n; i++) found += param[i].role == role;
  return found;
}

static bool params_fit(const VdFunc *f, const VdFunc *shape) {
  if (count(f->param, f->params, VD_ROLE_VALUE) + 1 !=
      count(shape->param, shape->params, VD_ROLE_VALUE))
    return false;
  for (uint32_t i = 0; i < f->params; i++) {
    uint32_t at = vd_func_fit_param(f, shape, i);
    if (at == UINT32_MAX ||
        !vd_sort_eq(f->param[i].sort, shape->param[at].sort))
      return false;
  }
  return true;
}

// Every result of f has its place in the shape, and every state of the shape
// that f does not hand back was handed in.
static bool results_fit(const VdFunc *f, const VdFunc *shape) {
  for (VdRole role = VD_ROLE_VALUE; role <= VD_ROLE_HALT; role++) {
    uint32_t mine = count(f->result, f->results, role);
    uint32_t wanted = count(shape->result, shape->results, role);
    if (role == VD_ROLE_VALUE ? mine != wanted : mine > wanted) return false;
  }
  for (uint32_t i = 0; i < shape->results; i++) {
    uint32_t from = vd_func_fit_result(f, shape, i);
    VdRole role = shape->result[i].role;
    if (from != UINT32_MAX) {
      if (!vd_sort_eq(f->result[from].sort, shape->result[i].sort))
        return false;
    } else if (role != VD_ROLE_HALT &&
               vd_func_fit_state(shape, role) == UINT32_MAX) {
      return false;
    }
  }
  return true;
}

bool vd_func_fits(const VdFunc *f, const VdFunc *shape) {
  return f->kind == VD_FUNC_DEFINED && params_fit(f, shape) &&
         results_fit(f, shape);
}
