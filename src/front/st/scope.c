// Pairs of POUs as they are compared: which variables they have, and what these
// are to the outside.
#include "front/st/scope.h"

#include <ctype.h>
#include <strings.h>

#include "front/st/writers.h"

void vd_plc_surface_done(VdPlcSurface *s) {
  vd_vec_done(&s->change);
  vd_vec_done(&s->open);
  vd_vec_done(&s->added);
  *s = (VdPlcSurface){0};
}

// ------------------------------------------------------------------- roots
void vd_plc_reach(const VdPlc *plc, uint32_t pou, bool *reached) {
  for (uint32_t i = 0; i < vd_plc_pou(&plc->all.machine[pou])->callees; i++) {
    uint32_t callee = vd_plc_pou(&plc->all.machine[pou])->callee[i];
    if (reached[callee]) continue;
    reached[callee] = true;
    vd_plc_reach(plc, callee, reached);
  }
}

bool *vd_plc_roots(const VdPlc *plc, VdArena *arena) {
  bool *root = VD_NEW_ARRAY(arena, bool, plc->all.machines + (size_t)1);
  bool *reached = VD_NEW_ARRAY(arena, bool, plc->all.machines + (size_t)1);
  for (uint32_t i = 0; i < plc->all.machines; i++)
    if (plc->all.machine[i].kind == VD_MACHINE_PROGRAM)
      vd_plc_reach(plc, i, reached);
  for (uint32_t i = 0; i < plc->all.machines; i++)
    root[i] = !plc->all.machine[i].library &&
              (plc->all.machine[i].kind == VD_MACHINE_PROGRAM || !reached[i]);
  return root;
}

// ------------------------------------------------------------------- names
// Variables by name, without case.
typedef struct Index {
  VdNames names;
  VdMap var;
} Index;

static uint32_t id_of(Index *index, const char *name, bool put) {
  VdBuf small = {0};
  for (; *name; name++)
    vd_buf_char(&small, (char)tolower((unsigned char)*name));
  uint32_t id =
      put ? vd_name_put(&index->names, vd_buf_text(&small), small.len)
          : vd_name_get(&index->names, vd_buf_text(&small), small.len);
  vd_buf_done(&small);
  return id;
}

static void index_add(Index *index, const char *name, uint32_t var) {
  *vd_map_put(&index->var, id_of(index, name, true)) = var;
}

static uint32_t index_get(Index *index, const char *name) {
  uint32_t id = id_of(index, name, false);
  const uint64_t *var = id ? vd_map_get(&index->var, id) : NULL;
  return var ? (uint32_t)*var : VD_NONE;
}

static void index_vars(Index *index, const VdMachine *pou) {
  for (uint32_t i = pou->vars; i-- > 0;) index_add(index, pou->var[i].name, i);
}

static void index_done(Index *index) {
  vd_names_done(&index->names);
  vd_map_done(&index->var);
}

// --------------------------------------------------------------- addresses
// %q0.0 is %QX0.0; NULL if it has none that is complete.
static const char *address_of(const VdMachineVar *var, VdArena *arena) {
  const char *at = var->address;
  if (!at || strlen(at) < 3 || at[strlen(at) - 1] == '*') return NULL;
  char *copy =
      vd_arena_printf(arena, "%%%c%s%s", toupper((unsigned char)at[1]),
                      isdigit((unsigned char)at[2]) ? "X" : "", at + 2);
  for (char *c = copy; *c; c++) *c = (char)toupper((unsigned char)*c);
  return copy;
}

// Of a[3].x the part after the name of the declared variable.
static const char *tail_of(const char *name) {
  return name + strcspn(name, ".[");
}

// A variable that has another name or another address in the other version goes
// by its address: that is what the outside knows it by.
static void name_by_address(VdMachine pou[2], const VdContractBlock *block,
                            VdArena *arena) {
  Index index[2] = {0}, told = {0};
  const char **address[2];
  for (int k = 0; k < 2; k++) {
    address[k] = VD_NEW_ARRAY(arena, const char *, pou[k].vars + (size_t)1);
    index_vars(&index[k], &pou[k]);
    for (uint32_t i = 0; i < pou[k].vars; i++)
      address[k][i] = address_of(&pou[k].var[i], arena);
  }
  for (int k = 0; k < 2 && block; k++)
    for (uint32_t i = 0; i < pou[k].vars; i++)
      if (address[k][i] && vd_contract_speaks(block, k, pou[k].var[i].name))
        index_add(&told, address[k][i], i);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < pou[k].vars; i++) {
      VdMachineVar *var = &pou[k].var[i];
      if (!address[k][i] || index_get(&told, address[k][i]) != VD_NONE)
        continue;
      uint32_t other = index_get(&index[!k], var->name);
      const char *its = other == VD_NONE ? NULL : address[!k][other];
      if (its && !strcmp(its, address[k][i])) continue;
      var->name =
          vd_arena_printf(arena, "%s%s", address[k][i], tail_of(var->name));
    }
  for (int k = 0; k < 2; k++) index_done(&index[k]);
  index_done(&told);
}

// ------------------------------------------------------------------- pairs
static void copy_vars(VdMachine *pou, uint32_t more, VdArena *arena) {
  VdMachineVar *var =
      VD_NEW_ARRAY(arena, VdMachineVar, pou->vars + (size_t)more + 1);
  if (pou->vars) memcpy(var, pou->var, pou->vars * sizeof *var);
  pou->var = var;
}

bool vd_plc_is_visible(const VdPlc *plc, const VdMachine *pou, uint32_t var,
                       VdDirection *as) {
  for (uint32_t i = 0; i < pou->instances; i++) {
    const VdMachineInstance *in = &pou->instance[i];
    if (var < in->first || var >= in->first + in->vars) continue;
    const VdMachine *fb = &plc->all.machine[in->machine];
    *as = var - in->first < fb->vars ? fb->var[var - in->first].direction
                                     : VD_DIR_LOCAL;
    if (*as != VD_DIR_INPUT && *as != VD_DIR_OUTPUT) return false;
  }
  return true;
}

// Globals that the other POU uses and this one does not. They keep their value.
static void add_globals(VdMachine *pou, const VdPlc *plc,
                        const VdMachine *other, const VdPlc *its) {
  VdDirection as;
  Index mine = {0}, all = {0};
  index_vars(&mine, pou);
  index_vars(&all, &plc->global);
  for (uint32_t i = 0; i < other->vars; i++) {
    const VdMachineVar *var = &other->var[i];
    if (!var->global || index_get(&mine, var->name) != VD_NONE ||
        !vd_plc_is_visible(its, other, i, &as))
      continue;
    uint32_t at = index_get(&all, var->name);
    if (at == VD_NONE || plc->global.var[at].direction == VD_DIR_CONSTANT)
      continue;
    pou->var[pou->vars] = plc->global.var[at];
    // What it is at an address: as in a POU that uses it.
    pou->var[pou->vars++].direction = var->direction;
  }
  index_done(&mine);
  index_done(&all);
}

// The result of a function has its name, which a contract may change.
static void name_result(VdMachine pou[2]) {
  const char *old = pou[0].name;
  for (uint32_t i = 0; i < pou[1].vars; i++)
    if (pou[1].var[i].direction == VD_DIR_RESULT &&
        !strcasecmp(pou[1].var[i].name, pou[1].name))
      pou[1].var[i].name = old;
}

void vd_plc_pair_init(VdPlcPair *pair, const VdPlc *const plc[2],
                      const uint32_t number[2], const VdContractBlock *block,
                      VdArena *arena) {
  *pair =
      (VdPlcPair){.plc = {plc[0], plc[1]}, .number = {number[0], number[1]}};
  bool whole = vd_plc_pou(&plc[0]->all.machine[number[0]])->whole != NULL;
  for (int k = 0; k < 2; k++) {
    const VdMachine *from = &plc[k]->all.machine[number[k]];
    pair->pou[k] =
        whole && vd_plc_pou(from)->whole ? *vd_plc_pou(from)->whole : *from;
    copy_vars(&pair->pou[k], plc[!k]->global.vars, arena);
  }
  VdMachine old = pair->pou[0];
  add_globals(&pair->pou[0], plc[0], &pair->pou[1], plc[1]);
  add_globals(&pair->pou[1], plc[1], &old, plc[0]);
  name_by_address(pair->pou, block, arena);
  if (pair->pou[0].kind == VD_MACHINE_FUNCTION) name_result(pair->pou);
  for (int k = 0; k < 2; k++)
    pair->role[k] = VD_NEW_ARRAY(arena, uint8_t, pair->pou[k].vars + (size_t)1);
}

// ------------------------------------------------------------------- roles
typedef struct Observer {
  VdPlcPair *pair;
  Index mine[2];           // variables
  VdPlcWriters others[2];  // what other POUs write
  const char **keep[2];    // by variable, as vd_plc_keeps has it
} Observer;

static void add_others(VdPlcWriters *writers, const VdPlc *plc, uint32_t number,
                       VdArena *arena) {
  const bool *root = vd_plc_roots(plc, arena);
  for (uint32_t p = 0; p < plc->all.machines; p++)
    if (root[p] && p != number) vd_plc_writers_add(writers, plc, p);
  vd_plc_writers_configure(writers, plc);
}

static bool is_written(const Observer *o, int side, uint32_t var) {
  return var != VD_NONE && o->pair->pou[side].var[var].result != VD_NONE;
}

// What others may write and read. What is at %Q is seen too, whoever writes it.
static bool is_memory(const VdMachineVar *var) {
  char area = vd_plc_area(var);
  if (var->direction == VD_DIR_OUTPUT) return area != 0;
  return var->direction == VD_DIR_GLOBAL ||
         (area == 'M' && var->direction == VD_DIR_LOCAL);
}

static bool others_write(Observer *o, const VdMachineVar *var) {
  const VdMachine *pou = o->pair->pou;
  if (pou[0].kind != VD_MACHINE_PROGRAM || pou[1].kind != VD_MACHINE_PROGRAM)
    return true;
  for (int k = 0; k < 2; k++)
    if (vd_plc_runs(o->pair->plc[k], &pou[k]) > 1 ||
        vd_plc_writers_have(&o->others[k], var))
      return true;
  return false;
}

static uint8_t role_of_memory(Observer *o, int k, uint32_t i) {
  const VdMachineVar *var = &o->pair->pou[k].var[i];
  uint32_t other = index_get(&o->mine[!k], var->name);
  VdDirection as = VD_DIR_GLOBAL;
  bool program = o->pair->pou[k].kind == VD_MACHINE_PROGRAM;
  bool visible = vd_plc_is_visible(o->pair->plc[k], &o->pair->pou[k], i, &as);
  bool here = is_written(o, k, i), there = is_written(o, !k, other);
  bool others = others_write(o, var);
  if (!here && !there && (!others || !program)) {
    // Outputs of an instance change where it is called, which is in a POU.
    bool fixed = program && as == VD_DIR_OUTPUT;
    return visible && !fixed ? VD_USE_INPUT : VD_USE_STATE;
  }
  if (others) return VD_USE_INPUT | VD_USE_OUTPUT;
  if (!visible) return VD_USE_STATE;
  // One that a version alone writes is the outside's in the other.
  if (here != there && other != VD_NONE) return VD_USE_INPUT | VD_USE_OUTPUT;
  return VD_USE_OUTPUT;
}

// What is kept is what the next version starts with: it is seen, if both
// versions keep it. That one alone does is a change.
static uint8_t role_of_kept(Observer *o, int k, uint32_t i) {
  const VdMachineVar *var = &o->pair->pou[k].var[i];
  if (!vd_plc_is_kept(o->keep[k][i])) return VD_USE_STATE;
  uint32_t other = index_get(&o->mine[!k], var->name);
  bool both = other != VD_NONE && vd_plc_is_kept(o->keep[!k][other]);
  return both ? VD_USE_OUTPUT : VD_USE_STATE;
}

// What access paths of the configuration let others do.
static uint8_t role_of_access(Observer *o, const VdMachineVar *var) {
  uint8_t role = VD_USE_STATE;
  // An input is one, whatever is bound to it.
  if (var->direction == VD_DIR_INPUT) return role;
  for (int k = 0; k < 2; k++) {
    int may = vd_plc_access(o->pair->plc[k], &o->pair->pou[k], var->name);
    if (may & VD_PLC_MAY_READ) role |= VD_USE_OUTPUT;
    if (may & VD_PLC_MAY_WRITE) role |= VD_USE_INPUT;
  }
  return role;
}

static uint8_t more_of(Observer *o, int k, uint32_t i) {
  const VdMachineVar *var = &o->pair->pou[k].var[i];
  uint8_t role = o->pair->role[k][i];
  uint32_t other = index_get(&o->mine[!k], var->name);
  if (var->stopwatch || var->direction == VD_DIR_TEMP ||
      var->direction == VD_DIR_CONSTANT)
    return role;
  role |= role_of_access(o, var) | role_of_kept(o, k, i);
  // What a pattern says of a variable adds to what it is.
  if ((role & VD_USE_INPUT) && !var->made &&
      (is_written(o, k, i) || is_written(o, !k, other)))
    role |= VD_USE_OUTPUT;
  if (var->direction == VD_DIR_INPUT && !var->made) return role;
  if (var->direction == VD_DIR_OUTPUT && vd_plc_area(var) == 'I')
    return role | VD_USE_INPUT;
  if (is_memory(var)) return role | role_of_memory(o, k, i);
  VdDirection as = VD_DIR_LOCAL;
  if (var->visible &&
      vd_plc_is_visible(o->pair->plc[k], &o->pair->pou[k], i, &as))
    return role | VD_USE_OUTPUT;
  return role;
}

void vd_plc_pair_observe(VdPlcPair *pair) {
  Observer o = {.pair = pair};
  VdArena arena = {0};
  for (int k = 0; k < 2; k++) {
    index_vars(&o.mine[k], &pair->pou[k]);
    o.keep[k] = vd_plc_keeps(pair->plc[k], &pair->pou[k], &arena);
    add_others(&o.others[k], pair->plc[k], pair->number[k], &arena);
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < pair->pou[k].vars; i++)
      pair->role[k][i] = more_of(&o, k, i);
  for (int k = 0; k < 2; k++) {
    index_done(&o.mine[k]);
    vd_plc_writers_done(&o.others[k]);
  }
  vd_arena_done(&arena);
}
