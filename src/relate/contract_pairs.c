// Contracts of machines: their variables as an interface, and the names of
// machines and their instances.
#include <strings.h>

#include "relate/contract_impl.h"

VdContractType vd_contract_type_of(const VdMachineVar *var) {
  static const uint64_t MS = 1000000, S = 1000000000;
  VdScalarClass class = vd_elem_class(var->elem);
  bool brief = vd_elem_width(var->elem) == 32;
  bool seconds = class == VD_SCALAR_DATE || class == VD_SCALAR_DT;
  return (VdContractType){.class = class,
                          .enumeration = var->enumeration,
                          .unit = !brief    ? 1
                                  : seconds ? S
                                            : MS,
                          .text = var->enumeration ? var->enumeration->name
                                                   : vd_elem_text(var->elem)};
}

// -------------------------------------------------------------- interfaces
typedef struct Machines {
  VdTerms *tm;
  const VdContractSide *side;
} Machines;

static VdUse role_of(const VdContractSide *side, uint32_t var) {
  return side->role ? side->role[var]
                    : vd_machine_use(&side->machine->var[var]);
}

// A term that is there, and of its variable's sort.
static VdTerm term_of(const VdTerms *tm, const VdMachineVar *var,
                      const VdTerm *terms, uint32_t i) {
  VD_CHECK(terms && vd_sort_eq(vd_term_sort(tm, terms[i]), var->init.sort));
  return terms[i];
}

static bool look(void *context, int side, const char *name,
                 VdContractName *out) {
  const Machines *machines = context;
  const VdContractSide *s = &machines->side[side];
  uint32_t i = vd_machine_find_var(s->machine, name);
  if (i == VD_NONE) return false;
  const VdMachineVar *var = &s->machine->var[i];
  *out = (VdContractName){.name = var->name,
                          .role = role_of(s, i),
                          .type = vd_contract_type_of(var),
                          .id = i};
  if (out->role == VD_USE_CONSTANT) {
    out->input = vd_mk_value(machines->tm, &var->init);
    return true;
  }
  if (out->role & VD_USE_INPUT)
    out->input = term_of(machines->tm, var, s->input, i);
  if (out->role & VD_USE_OUTPUT)
    out->output = term_of(machines->tm, var, s->output, i);
  return true;
}

static const char *list(void *context, int side, uint32_t i) {
  const VdContractSide *s = &((const Machines *)context)->side[side];
  if (i >= s->machine->vars) return NULL;
  return role_of(s, i) ? s->machine->var[i].name : "";
}

// ------------------------------------------------------------------- pairs
typedef struct Pairing {
  VdTerms *tm;
  const VdContractSide *side;
  VdContractPairs *out;
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
static bool partner(Pairing *p, uint32_t old, VdUse role, uint32_t *out) {
  uint32_t id = name_of(p, p->side[0].machine->var[old].name, false);
  if (!id || !(role_of(&p->side[0], old) & role)) return false;
  *out = p->var[id - 1];
  return role_of(&p->side[1], *out) & role;
}

static void add_pair(Pairing *p, const uint32_t var[2], bool input) {
  VdContractType type[2];
  VdTerm term[2];
  for (int k = 0; k < 2; k++) {
    const VdContractSide *s = &p->side[k];
    const VdMachineVar *v = &s->machine->var[var[k]];
    type[k] = vd_contract_type_of(v);
    term[k] = term_of(p->tm, v, input ? s->input : s->output, var[k]);
  }
  const VdContractTerms *terms = &p->out->terms;
  bool related = vd_contract_is_related(terms, 0, var[0]) ||
                 vd_contract_is_related(terms, 1, var[1]);
  VdContractPair pair = {.var = {var[0], var[1]},
                         .input = input,
                         .standard = input ? !related : terms->outputs,
                         .equal = vd_contract_equal(p->tm, type, term)};
  vd_push(&p->out->pair, pair);
}

static void pair_role(Pairing *p, VdUse role, uint8_t *const paired[2]) {
  for (uint32_t i = 0; i < p->side[0].machine->vars; i++) {
    uint32_t var[2] = {i, 0};
    if (!partner(p, i, role, &var[1])) continue;
    add_pair(p, var, role == VD_USE_INPUT);
    for (int k = 0; k < 2; k++) paired[k][var[k]] |= (uint8_t)role;
  }
}

static void make_pairs(Pairing *p) {
  VdArena arena = {0};
  uint8_t *paired[2];
  const VdMachine *fresh = p->side[1].machine;
  uint32_t *var = VD_NEW_ARRAY(&arena, uint32_t, fresh->vars);
  for (uint32_t i = fresh->vars; i-- > 0;) {
    uint32_t id = name_of(p, fresh->var[i].name, true);
    var[id - 1] = i;  // of several the first, as for look
  }
  p->var = var;
  for (int k = 0; k < 2; k++)
    paired[k] = VD_NEW_ARRAY(&arena, uint8_t, p->side[k].machine->vars);
  pair_role(p, VD_USE_INPUT, paired);
  pair_role(p, VD_USE_OUTPUT, paired);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < p->side[k].machine->vars; i++)
      if (role_of(&p->side[k], i) & VD_USE_BOTH & ~paired[k][i])
        vd_push(&p->out->only[k], i);
  vd_names_done(&p->names);
  vd_arena_done(&arena);
}

bool vd_contract_pairs(VdTerms *tm, const VdContractBlock *block,
                       const VdContractSide side[2], VdDiags *diags,
                       VdContractPairs *out) {
  *out = (VdContractPairs){0};
  Machines machines = {tm, side};
  VdInterface interface = {
      .look = look, .list = list, .context = &machines, .any_case = true};
  bool ok = vd_contract_terms(tm, block, &interface, diags, &out->terms);
  Pairing pairing = {.tm = tm, .side = side, .out = out};
  if (ok) make_pairs(&pairing);
  return ok;
}

void vd_contract_pairs_done(VdContractPairs *machine) {
  vd_contract_terms_done(&machine->terms);
  vd_vec_done(&machine->pair);
  for (int k = 0; k < 2; k++) vd_vec_done(&machine->only[k]);
  *machine = (VdContractPairs){0};
}

// ------------------------------------------------------------------- names
typedef struct Names {
  const VdMachines *const *machines;
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

// The machine behind a frame's name, an instance or a type; NULL and a message
// if there is none.
static const VdMachine *find_frame(Names *n, const VdContractBlock *outer,
                                   const VdContractBlock *b, int side,
                                   const VdMachine *machine) {
  const VdMachines *machines = n->machines[side];
  const char *name = b->name[side];
  const char *path = vd_contract_inside(outer->name[side], name);
  VdNear near = near_of(name);
  for (uint32_t i = 0; i < machine->instances; i++)
    if (!strcasecmp(machine->instance[i].name, path) ||
        !strcasecmp(machine->instance[i].name, name))
      return &machines->machine[machine->instance[i].machine];
  for (uint32_t i = 0; i < machine->instances; i++) {
    const VdMachine *type = &machines->machine[machine->instance[i].machine];
    if (!strcasecmp(type->name, name)) return type;
    if (vd_trouble_is_full(&n->trouble)) continue;
    vd_near_try(&near, machine->instance[i].name);
    vd_near_try(&near, type->name);
  }
  unknown(n, b, side, n->machines[side]->inner, &near);
  return NULL;
}

// Two blocks that give one machine two partners.
static void check_partners(Names *n, const VdContractBlock *all, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (!strcasecmp(all[k].name[0], all[i].name[0]) &&
        strcasecmp(all[k].name[1], all[i].name[1]) != 0)
      vd_trouble(&n->trouble, VD_ERROR, all[i].pos.line, all[i].pos.column,
                 "\"%s\" is compared with \"%s\" already, in line %u",
                 all[i].name[0], all[k].name[1], all[k].pos.line);
}

// Two blocks for one thing, by letters of another case or longer paths. The
// reader finds those that are written alike.
static void check_twice(Names *n, const char *const machine[2],
                        const VdContractBlock *all, uint32_t i) {
  for (uint32_t k = 0; k < i; k++) {
    bool same = true;
    for (int s = 0; s < 2; s++)
      same &= !strcasecmp(vd_contract_inside(machine[s], all[k].name[s]),
                          vd_contract_inside(machine[s], all[i].name[s]));
    if (!same) continue;
    vd_trouble(&n->trouble, VD_ERROR, all[i].pos.line, all[i].pos.column,
               "\"%s\" has a block already, in line %u", all[i].name[0],
               all[k].pos.line);
  }
}

static void check_frames(Names *n, const VdContractBlock *b,
                         const VdMachine *const machine[2]) {
  for (uint32_t i = 0; i < b->frames; i++) {
    const VdContractBlock *f = &b->frame[i];
    const VdMachine *inner[2];
    check_twice(n, b->name, b->frame, i);
    for (int k = 0; k < 2; k++) inner[k] = find_frame(n, b, f, k, machine[k]);
    if (inner[0] && inner[1]) check_frames(n, f, inner);
  }
}

static void check_block(Names *n, const VdContractBlock *b) {
  const VdMachine *machine[2] = {0};
  for (int k = 0; k < 2; k++) {
    uint32_t i = vd_machine_find(n->machines[k], b->name[k]);
    if (i != VD_NONE) {
      machine[k] = &n->machines[k]->machine[i];
      continue;
    }
    VdNear near = near_of(b->name[k]);
    for (uint32_t p = 0; p < n->machines[k]->machines; p++)
      vd_near_try(&near, n->machines[k]->machine[p].name);
    unknown(n, b, k, n->machines[k]->word, &near);
  }
  if (machine[0] && machine[1]) check_frames(n, b, machine);
}

bool vd_contract_names(const VdContract *contract,
                       const VdMachines *const machines[2], VdDiags *diags) {
  Names n = {machines, vd_trouble_of(diags, contract->path)};
  static const char *const nowhere[2] = {"", ""};
  for (uint32_t i = 0; i < contract->blocks; i++) {
    check_twice(&n, nowhere, contract->block, i);
    check_partners(&n, contract->block, i);
    check_block(&n, &contract->block[i]);
  }
  return !vd_trouble_end(&n.trouble);
}
