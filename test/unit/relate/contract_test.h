// An interface for tests of contracts: variables with a type, in a table.
#ifndef VD_CONTRACT_TEST_H
#define VD_CONTRACT_TEST_H

#include <strings.h>

#include "relate/relation.h"
#include "unit.h"

typedef struct Var {
  int side;  // 2: both
  const char *name;
  VdUse role;
  VdElem elem;
  const VdEnum *enumeration;
} Var;

typedef struct Fixture {
  VdTerms *tm;
  const Var *var;
  uint32_t vars;
  VdDiags diags;
  VdContract *contract;
  VdContractTerms terms;
  bool ok;
} Fixture;

static VdTerm fixture_term(Fixture *f, int side, uint32_t i, bool after) {
  uint32_t number = (uint32_t)side * 1000 + i * 2 + after;
  return vd_mk_var(f->tm, VD_VAR_UNKNOWN, number, vd_elem_sort(f->var[i].elem),
                   f->var[i].name);
}

static bool fixture_look(void *context, int side, const char *name,
                         VdContractName *out) {
  Fixture *f = context;
  for (uint32_t i = 0; i < f->vars; i++) {
    const Var *v = &f->var[i];
    if ((v->side != 2 && v->side != side) || strcasecmp(v->name, name) != 0)
      continue;
    VdMachineVar var = {.elem = v->elem, .enumeration = v->enumeration};
    *out = (VdContractName){.name = v->name,
                            .role = v->role,
                            .type = vd_contract_type_of(&var),
                            .id = i,
                            .input = fixture_term(f, side, i, false),
                            .output = fixture_term(f, side, i, true)};
    return true;
  }
  return false;
}

static const char *fixture_list(void *context, int side, uint32_t i) {
  const Fixture *f = context;
  for (uint32_t k = 0; k < f->vars; k++)
    if ((f->var[k].side == 2 || f->var[k].side == side) && i-- == 0)
      return f->var[k].name;
  return NULL;
}

// Reads a contract and makes terms of its first block.
static void fixture_init(Fixture *f, const Var *var, uint32_t vars,
                         const char *text) {
  *f = (Fixture){.tm = vd_terms_new(), .var = var, .vars = vars};
  f->contract = vd_contract_read_text("c", text, strlen(text), &f->diags);
  if (!f->contract) return;
  VdInterface interface = {.look = fixture_look,
                           .list = fixture_list,
                           .context = f,
                           .any_case = true};
  f->ok = vd_contract_terms(f->tm, &f->contract->block[0], &interface,
                            &f->diags, &f->terms);
}

static void fixture_done(Fixture *f) {
  vd_contract_terms_done(&f->terms);
  vd_contract_free(f->contract);
  vd_diags_done(&f->diags);
  vd_terms_free(f->tm);
}

static void assert_messages(Fixture *f, const char *expected) {
  VdBuf text = {0};
  vd_diags_print(&f->diags, &text);
  assert_string_equal(vd_buf_text(&text), expected);
  vd_buf_done(&text);
}

#endif
