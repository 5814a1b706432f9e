// Contracts of PLC programs: their variables as an interface, and the names of
// POUs and FB instances.
#include <strings.h>

#include "relate/contract_impl.h"

VdContractType vd_contract_type_of(const VdPlcVar *var) {
  static const uint64_t MS = 1000000, S = 1000000000;
  VdPlcClass class = vd_plc_class(var->elem);
  bool brief = vd_plc_width(var->elem) == 32;
  bool seconds = class == VD_PLC_CLASS_DATE || class == VD_PLC_CLASS_DT;
  return (VdContractType){.class = class,
                          .enumeration = var->enumeration,
                          .unit = !brief    ? 1
                                  : seconds ? S
                                            : MS,
                          .text = var->enumeration
                                      ? var->enumeration->name
                                      : vd_plc_elem_text(var->elem)};
}

VdNameRole vd_contract_role(const VdPlcVar *var) {
  switch (var->direction) {
    case VD_PLC_INPUT: return VD_NAME_INPUT;
    case VD_PLC_OUTPUT:
    case VD_PLC_RESULT: return VD_NAME_OUTPUT;
    case VD_PLC_IN_OUT: return VD_NAME_BOTH;
    case VD_PLC_CONSTANT: return VD_NAME_CONSTANT;
    case VD_PLC_LOCAL:
    case VD_PLC_GLOBAL:
    case VD_PLC_TEMP: break;
  }
  return VD_NAME_STATE;
}

// -------------------------------------------------------------- interfaces
typedef struct Pous {
  VdTerms *tm;
  const VdPouSide *side;
} Pous;

static VdNameRole role_of(const VdPouSide *side, uint32_t var) {
  return side->role ? side->role[var] : vd_contract_role(&side->pou->var[var]);
}

// A term that is there, and of its variable's sort.
static VdTerm term_of(const VdTerms *tm, const VdPlcVar *var,
                      const VdTerm *terms, uint32_t i) {
  VD_CHECK(terms && vd_sort_eq(vd_term_sort(tm, terms[i]), var->init.sort));
  return terms[i];
}

static bool look(void *context, int side, const char *name,
                 VdContractName *out) {
  const Pous *pous = context;
  const VdPouSide *s = &pous->side[side];
  uint32_t i = vd_plc_find_var(s->pou, name);
  if (i == VD_PLC_NONE) return false;
  const VdPlcVar *var = &s->pou->var[i];
  *out = (VdContractName){.name = var->name,
                          .role = role_of(s, i),
                          .type = vd_contract_type_of(var),
                          .id = i};
  if (out->role == VD_NAME_CONSTANT) {
    out->input = vd_mk_value(pous->tm, &var->init);
    return true;
  }
  if (out->role & VD_NAME_INPUT)
    out->input = term_of(pous->tm, var, s->input, i);
  if (out->role & VD_NAME_OUTPUT)
    out->output = term_of(pous->tm, var, s->output, i);
  return true;
}

static const char *list(void *context, int side, uint32_t i) {
  const VdPouSide *s = &((const Pous *)context)->side[side];
  if (i >= s->pou->vars) return NULL;
  return role_of(s, i) ? s->pou->var[i].name : "";
}

// ------------------------------------------------------------------- pairs
typedef struct Pairing {
  VdTerms *tm;
  const VdPouSide *side;
  VdPouContract *out;
  VdNames names;        // of the new side, in small letters
  const uint32_t *var;  // by name - 1
} Pairing;

static uint32_t name_of(Pairing *p, const char *text, bool put) {
  VdBuf small = {0};
  for (; *text; text++)
    vd_buf_char(&small,
                *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text);
  uint32_t id = put ? vd_name_put(&p->names, vd_buf_text(&small), small.len)
                    : vd_name_get(&p->names, vd_buf_text(&small), small.len);
  vd_buf_done(&small);
  return id;
}

// The new variable with the name of an old one, and its role in common.
static bool partner(Pairing *p, uint32_t old, VdNameRole role, uint32_t *out) {
  uint32_t id = name_of(p, p->side[0].pou->var[old].name, false);
  if (!id || !(role_of(&p->side[0], old) & role)) return false;
  *out = p->var[id - 1];
  return role_of(&p->side[1], *out) & role;
}

static void add_pair(Pairing *p, const uint32_t var[2], bool input) {
  VdContractType type[2];
  VdTerm term[2];
  for (int k = 0; k < 2; k++) {
    const VdPouSide *s = &p->side[k];
    const VdPlcVar *v = &s->pou->var[var[k]];
    type[k] = vd_contract_type_of(v);
    term[k] = term_of(p->tm, v, input ? s->input : s->output, var[k]);
  }
  const VdContractTerms *terms = &p->out->terms;
  bool related = vd_contract_is_related(terms, 0, var[0]) ||
                 vd_contract_is_related(terms, 1, var[1]);
  VdPouPair pair = {.var = {var[0], var[1]},
                    .input = input,
                    .standard = input ? !related : terms->outputs,
                    .equal = vd_contract_equal(p->tm, type, term)};
  vd_push(&p->out->pair, pair);
}

static void pair_role(Pairing *p, VdNameRole role, uint8_t *const paired[2]) {
  for (uint32_t i = 0; i < p->side[0].pou->vars; i++) {
    uint32_t var[2] = {i, 0};
    if (!partner(p, i, role, &var[1])) continue;
    add_pair(p, var, role == VD_NAME_INPUT);
    for (int k = 0; k < 2; k++) paired[k][var[k]] |= (uint8_t)role;
  }
}

static void make_pairs(Pairing *p) {
  VdArena arena = {0};
  uint8_t *paired[2];
  const VdPlcPou *fresh = p->side[1].pou;
  uint32_t *var = VD_NEW_ARRAY(&arena, uint32_t, fresh->vars);
  for (uint32_t i = fresh->vars; i-- > 0;) {
    uint32_t id = name_of(p, fresh->var[i].name, true);
    var[id - 1] = i;  // of several the first, as for look
  }
  p->var = var;
  for (int k = 0; k < 2; k++)
    paired[k] = VD_NEW_ARRAY(&arena, uint8_t, p->side[k].pou->vars);
  pair_role(p, VD_NAME_INPUT, paired);
  pair_role(p, VD_NAME_OUTPUT, paired);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < p->side[k].pou->vars; i++)
      if (role_of(&p->side[k], i) & VD_NAME_BOTH & ~paired[k][i])
        vd_push(&p->out->only[k], i);
  vd_names_done(&p->names);
  vd_arena_done(&arena);
}

bool vd_contract_pou(VdTerms *tm, const VdContractBlock *block,
                     const VdPouSide side[2], VdDiags *diags,
                     VdPouContract *out) {
  *out = (VdPouContract){0};
  Pous pous = {tm, side};
  VdInterface interface = {
      .look = look, .list = list, .context = &pous, .any_case = true};
  bool ok = vd_contract_terms(tm, block, &interface, diags, &out->terms);
  Pairing pairing = {.tm = tm, .side = side, .out = out};
  if (ok) make_pairs(&pairing);
  return ok;
}

void vd_contract_pou_done(VdPouContract *pou) {
  vd_contract_terms_done(&pou->terms);
  vd_vec_done(&pou->pair);
  for (int k = 0; k < 2; k++) vd_vec_done(&pou->only[k]);
  *pou = (VdPouContract){0};
}

// ------------------------------------------------------------------- names
typedef struct Names {
  const VdPlc *const *plc;
  VdTrouble trouble;
} Names;

static const char *const side_text[] = {"old", "new"};

static void unknown(Names *n, const VdContractBlock *b, int side,
                    const char *what, const VdNear *near) {
  vd_trouble(&n->trouble, VD_ERROR, b->pos.line, b->pos.column,
             "the %s version has no %s \"%s\"%s%s%s", side_text[side], what,
             b->name[side], near->best ? "; did you mean \"" : "",
             near->best ? near->best : "", near->best ? "\"?" : "");
}

static VdNear near_of(const char *name) {
  return (VdNear){.text = name, .len = strlen(name), .any_case = true};
}

// The POU behind a frame's name, an instance or a type; NULL and a message if
// there is none.
static const VdPlcPou *find_frame(Names *n, const VdContractBlock *outer,
                                  const VdContractBlock *b, int side,
                                  const VdPlcPou *pou) {
  const VdPlc *plc = n->plc[side];
  const char *name = b->name[side];
  const char *path = vd_contract_inside(outer->name[side], name);
  VdNear near = near_of(name);
  for (uint32_t i = 0; i < pou->instances; i++)
    if (!strcasecmp(pou->instance[i].name, path) ||
        !strcasecmp(pou->instance[i].name, name))
      return &plc->pou[pou->instance[i].pou];
  for (uint32_t i = 0; i < pou->instances; i++) {
    const VdPlcPou *type = &plc->pou[pou->instance[i].pou];
    if (!strcasecmp(type->name, name)) return type;
    if (vd_trouble_is_full(&n->trouble)) continue;
    vd_near_try(&near, pou->instance[i].name);
    vd_near_try(&near, type->name);
  }
  unknown(n, b, side, "FB instance or type", &near);
  return NULL;
}

// Two blocks for one thing, by letters of another case or longer paths. The
// reader finds those that are written alike.
static void check_twice(Names *n, const char *const pou[2],
                        const VdContractBlock *all, uint32_t i) {
  for (uint32_t k = 0; k < i; k++) {
    bool same = true;
    for (int s = 0; s < 2; s++)
      same &= !strcasecmp(vd_contract_inside(pou[s], all[k].name[s]),
                          vd_contract_inside(pou[s], all[i].name[s]));
    if (!same) continue;
    vd_trouble(&n->trouble, VD_ERROR, all[i].pos.line, all[i].pos.column,
               "\"%s\" has a block already, in line %u", all[i].name[0],
               all[k].pos.line);
  }
}

static void check_frames(Names *n, const VdContractBlock *b,
                         const VdPlcPou *const pou[2]) {
  for (uint32_t i = 0; i < b->frames; i++) {
    const VdContractBlock *f = &b->frame[i];
    const VdPlcPou *inner[2];
    check_twice(n, b->name, b->frame, i);
    for (int k = 0; k < 2; k++) inner[k] = find_frame(n, b, f, k, pou[k]);
    if (inner[0] && inner[1]) check_frames(n, f, inner);
  }
}

static void check_block(Names *n, const VdContractBlock *b) {
  const VdPlcPou *pou[2] = {0};
  for (int k = 0; k < 2; k++) {
    uint32_t i = vd_plc_find_pou(n->plc[k], b->name[k]);
    if (i != VD_PLC_NONE) {
      pou[k] = &n->plc[k]->pou[i];
      continue;
    }
    VdNear near = near_of(b->name[k]);
    for (uint32_t p = 0; p < n->plc[k]->pous; p++)
      vd_near_try(&near, n->plc[k]->pou[p].name);
    unknown(n, b, k, "POU", &near);
  }
  if (pou[0] && pou[1]) check_frames(n, b, pou);
}

bool vd_contract_plc_names(const VdContract *contract,
                           const VdPlc *const plc[2], VdDiags *diags) {
  Names n = {plc, vd_trouble_of(diags, contract->path)};
  static const char *const no_pou[2] = {"", ""};
  for (uint32_t i = 0; i < contract->blocks; i++) {
    check_twice(&n, no_pou, contract->block, i);
    check_block(&n, &contract->block[i]);
  }
  return !vd_trouble_end(&n.trouble);
}
