// Changes of what others see of a project without running it: interfaces,
// globals, types, configurations.
#include <ctype.h>
#include <strings.h>

#include "front/st/surface.h"

void vd_view_add(VdPlcView *s, VdPlcTexts *list, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vd_push(list, vd_arena_vprintf(s->arena, fmt, args));
  va_end(args);
}

const char *vd_view_word(VdDirection direction) {
  switch (direction) {
    case VD_DIR_INPUT: return "input";
    case VD_DIR_OUTPUT: return "output";
    case VD_DIR_IN_OUT: return "in-out variable";
    case VD_DIR_GLOBAL: return "global variable";
    case VD_DIR_RESULT: return "result";
    case VD_DIR_CONSTANT: return "constant";
    case VD_DIR_LOCAL:
    case VD_DIR_TEMP: break;
  }
  return "variable";
}

// -------------------------------------------------------------- contracts
// Does a name mean the global in the POU that a block is about?
static bool is_global_of(const VdPlcView *s, const VdContractBlock *block,
                         int side, const char *name) {
  uint32_t pou = vd_machine_find(&s->plc[side]->all, block->name[side]);
  const VdPlcDecl *own =
      pou == VD_NONE ? NULL
                     : vd_plc_find_decl(&s->plc[side]->all.machine[pou], name);
  return pou != VD_NONE && !own;
}

// Does a clause name the scalar with its side?
static bool is_scalar_told(const VdPlcView *s, int side, const char *top,
                           const char *name, bool assumed) {
  if (vd_contract_excuses(s->block, side, name, assumed)) return true;
  for (uint32_t i = 0; s->contract && i < s->contract->blocks; i++) {
    const VdContractBlock *block = &s->contract->block[i];
    if (is_global_of(s, block, side, top) &&
        vd_contract_excuses(block, side, name, assumed))
      return true;
  }
  return false;
}

static bool is_told(const VdPlcView *s, int side, const VdPlcDecl *decl,
                    bool assumed) {
  for (uint32_t i = 0; i < decl->vars; i++)
    if (!is_scalar_told(s, side, decl->name,
                        s->pou[side]->var[decl->first + i].name, assumed))
      return false;
  return decl->vars > 0;
}

// An output that no ensure clause compares is named with the proof.
static bool is_left_out(const VdPlcView *s, const VdPlcDecl *decl) {
  return decl->direction == VD_DIR_OUTPUT && vd_contract_ensures(s->block);
}

bool vd_view_is_told(const VdPlcView *s, int side, const VdPlcDecl *decl) {
  return is_told(s, side, decl, true) || is_left_out(s, decl);
}

// Another type of numbers has the same numbers: a clause is not about that.
static bool is_type_told(const VdPlcView *s, const VdPlcDecl *a,
                         const VdPlcDecl *b) {
  if (a->vars == 1 && b->vars == 1 && !a->opaque && !b->opaque) {
    const VdMachineVar *x = &s->pou[0]->var[a->first],
                       *y = &s->pou[1]->var[b->first];
    bool alike = vd_elem_class(x->elem) == vd_elem_class(y->elem) &&
                 vd_view_same_enums(x->enumeration, y->enumeration);
    if (!alike && (is_told(s, 0, a, false) || is_told(s, 1, b, false)))
      return true;
  }
  return is_left_out(s, a) && !is_told(s, 0, a, false);
}

// --------------------------------------------------------------- addresses
bool vd_view_is_placed(const VdPlcDecl *decl) {
  const char *at = decl->address;
  return at && strlen(at) > 2 && at[strlen(at) - 1] != '*';
}

static const char *skip_size(const char *at) {
  return toupper((unsigned char)at[2]) == 'X' ? at + 3 : at + 2;
}

bool vd_view_same_address(const VdPlcDecl *a, const VdPlcDecl *b) {
  if (!a->address || !b->address) return a->address == b->address;
  return toupper((unsigned char)a->address[1]) ==
             toupper((unsigned char)b->address[1]) &&
         !strcasecmp(skip_size(a->address), skip_size(b->address));
}

static const VdPlcDecl *find_at(const VdMachine *pou, const VdPlcDecl *like) {
  for (uint32_t i = 0; i < vd_plc_pou(pou)->decls; i++)
    if (vd_view_is_placed(&vd_plc_pou(pou)->decl[i]) &&
        vd_view_same_address(&vd_plc_pou(pou)->decl[i], like))
      return &vd_plc_pou(pou)->decl[i];
  return NULL;
}

const VdPlcDecl *vd_view_find(const VdMachine *pou, const VdPlcDecl *like) {
  if (like->direction != VD_DIR_RESULT)
    return vd_plc_find_decl(pou, like->name);
  for (uint32_t i = 0; i < vd_plc_pou(pou)->decls; i++)
    if (vd_plc_pou(pou)->decl[i].direction == VD_DIR_RESULT)
      return &vd_plc_pou(pou)->decl[i];
  return NULL;
}

// ------------------------------------------------------------------- texts
// $' does not end a string.
bool vd_view_same_text(const char *a, const char *b) {
  char quote = 0;
  for (; *a && *b; a++, b++) {
    if (quote ? *a != *b
              : tolower((unsigned char)*a) != tolower((unsigned char)*b))
      return false;
    if (!quote && (*a == '\'' || *a == '"'))
      quote = *a;
    else if (quote == *a)
      quote = 0;
    else if (quote && *a == '$' && a[1] == b[1] && a[1])
      a++, b++;
  }
  return *a == *b;
}

// ------------------------------------------------------------------ values
bool vd_view_same_enums(const VdEnum *a, const VdEnum *b) {
  if (!a || !b) return a == b;
  for (uint32_t i = 0; i < a->values; i++) {
    bool found = false;
    for (uint32_t k = 0; k < b->values && !found; k++)
      found = !strcasecmp(a->text[i], b->text[k]) &&
              vd_value_eq(&a->value[i], &b->value[k]);
    if (!found) return false;
  }
  return true;
}

static const VdMachineVar *leaf(const VdPlcView *s, int side,
                                const VdPlcDecl *decl, uint32_t i) {
  return &s->pou[side]->var[decl->first + i];
}

static void compare_enums(VdPlcView *s, const VdPlcDecl *a,
                          const VdPlcDecl *b) {
  for (uint32_t i = 0; i < a->vars; i++)
    if (!vd_view_same_enums(leaf(s, 0, a, i)->enumeration,
                            leaf(s, 1, b, i)->enumeration)) {
      vd_view_add(s, &s->out->change,
                  "the values of the enum of %s %s%s are others",
                  vd_view_word(a->direction), a->name, s->in);
      return;
    }
}

static void compare_init(VdPlcView *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  for (uint32_t i = 0; i < a->vars; i++) {
    const VdMachineVar *x = leaf(s, 0, a, i), *y = leaf(s, 1, b, i);
    if (x->stopwatch || vd_value_eq(&x->init, &y->init)) continue;
    VdBuf text[2] = {{0}, {0}};
    vd_elem_print(vd_machine_var_type(x), x->init, &text[0]);
    vd_elem_print(vd_machine_var_type(y), y->init, &text[1]);
    vd_view_add(s, &s->out->change, "%s %s%s starts with %s, was %s",
                vd_view_word(a->direction), x->name, s->in,
                vd_buf_text(&text[1]), vd_buf_text(&text[0]));
    for (int k = 0; k < 2; k++) vd_buf_done(&text[k]);
    return;
  }
}

// ------------------------------------------------------------ declarations
static bool has_instance(const VdPlcView *s, const VdPlcDecl *decl) {
  for (uint32_t i = 0; i < s->pou[0]->instances; i++) {
    uint32_t first = s->pou[0]->instance[i].first;
    if (first >= decl->first && first < decl->first + decl->vars) return true;
  }
  return false;
}

static const VdMachineVar *find_leaf(const VdPlcView *s, const VdPlcDecl *decl,
                                     const char *name) {
  VdDirection as;
  for (uint32_t i = 0; i < decl->vars; i++)
    if (!strcasecmp(leaf(s, 1, decl, i)->name, name) &&
        vd_plc_is_visible(s->plc[1], s->pou[1], decl->first + i, &as))
      return leaf(s, 1, decl, i);
  return NULL;
}

// Of FB instances only inputs and outputs are seen, whatever else is in them.
static void compare_leaves(VdPlcView *s, const VdPlcDecl *a,
                           const VdPlcDecl *b) {
  VdDirection as;
  for (uint32_t i = 0; i < a->vars; i++) {
    const VdMachineVar *x = leaf(s, 0, a, i);
    if (!vd_plc_is_visible(s->plc[0], s->pou[0], a->first + i, &as)) continue;
    const VdMachineVar *y = find_leaf(s, b, x->name);
    if (!y)
      vd_view_add(s, &s->out->change, "%s%s is not in the new version", x->name,
                  s->in);
    else if (!vd_view_same_enums(x->enumeration, y->enumeration))
      vd_view_add(s, &s->out->change,
                  "the values of the enum of %s%s are others", x->name, s->in);
    else if (x->elem == y->elem && !vd_value_eq(&x->init, &y->init))
      vd_view_add(s, &s->out->change, "%s%s starts with another value", x->name,
                  s->in);
  }
}

static bool is_open(const VdPlcDecl *decl) {
  return decl->direction == VD_DIR_INPUT || decl->direction == VD_DIR_OUTPUT;
}

// As the FBs of two instances declare them.
static void compare_members(VdPlcView *s, const VdMachineInstance *in,
                            const VdMachine *old, const VdMachine *new) {
  for (uint32_t i = 0; i < vd_plc_pou(old)->decls; i++) {
    const VdPlcDecl *a = &vd_plc_pou(old)->decl[i], *b = vd_view_find(new, a);
    if (!is_open(a) || !b || !is_open(b)) continue;
    if (a->direction != b->direction)
      vd_view_add(s, &s->out->change, "%s.%s%s is an %s, was an %s", in->name,
                  a->name, s->in, vd_view_word(b->direction),
                  vd_view_word(a->direction));
    else if (strcasecmp(a->type, b->type))
      vd_view_add(s, &s->out->change, "%s.%s%s is %s, was %s", in->name,
                  a->name, s->in, b->type, a->type);
  }
}

// Is it a variable of what it is in, that others see?
static bool is_seen_instance(const VdPlcView *s, uint32_t instance) {
  const VdMachineInstance *x = &s->pou[0]->instance[instance];
  // Instances come before those inside of them.
  for (uint32_t i = 0; i < instance; i++) {
    const VdMachineInstance *in = &s->pou[0]->instance[i];
    if (x->first < in->first || x->first >= in->first + in->vars) continue;
    const VdMachine *fb = &s->plc[0]->all.machine[in->machine];
    VdDirection as = fb->var[x->first - in->first].direction;
    if (as != VD_DIR_INPUT && as != VD_DIR_OUTPUT) return false;
  }
  return true;
}

static void compare_instances(VdPlcView *s, const VdPlcDecl *a) {
  for (uint32_t i = 0; i < s->pou[0]->instances; i++) {
    const VdMachineInstance *x = &s->pou[0]->instance[i];
    if (x->first < a->first || x->first >= a->first + a->vars) continue;
    for (uint32_t k = 0; k < s->pou[1]->instances; k++) {
      const VdMachineInstance *y = &s->pou[1]->instance[k];
      if (!strcasecmp(x->name, y->name) && is_seen_instance(s, i))
        compare_members(s, x, &s->plc[0]->all.machine[x->machine],
                        &s->plc[1]->all.machine[y->machine]);
    }
  }
}

// Two that are there, as they are declared.
void vd_view_decl(VdPlcView *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  VdPlcTexts *change = &s->out->change;
  bool function = s->pou[0]->kind == VD_MACHINE_FUNCTION;
  if (a->direction != b->direction) {
    vd_view_add(s, change, "%s%s is %s %s, was %s", a->name, s->in,
                b->direction == VD_DIR_INPUT ? "an" : "a",
                vd_view_word(b->direction), vd_view_word(a->direction));
  } else if (a->opaque || b->opaque) {
    if (!a->opaque || !b->opaque || !vd_view_same_text(a->opaque, b->opaque))
      vd_view_add(
          s, &s->out->open, "%s %s%s, whose type is not modelled, is %s",
          vd_view_word(a->direction), a->name, s->in, "declared otherwise");
  } else if (is_type_told(s, a, b)) {
    if (!strcasecmp(a->type, b->type)) compare_init(s, a, b);
  } else if (has_instance(s, a) && !strcasecmp(a->type, b->type)) {
    compare_leaves(s, a, b);
    compare_instances(s, a);
  } else if (strcasecmp(a->type, b->type) || a->vars != b->vars) {
    vd_view_add(s, change, "%s %s%s is %s, was %s", vd_view_word(a->direction),
                a->name, s->in, b->type, a->type);
  } else {
    compare_enums(s, a, b);
    if (a->direction != VD_DIR_IN_OUT && a->direction != VD_DIR_RESULT &&
        (!function || a->direction == VD_DIR_INPUT))
      compare_init(s, a, b);
  }
}

static bool is_global(const VdPlcDecl *decl) {
  return decl->direction == VD_DIR_GLOBAL || decl->direction == VD_DIR_CONSTANT;
}

// The POU of the new version that has a variable at this address: its globals,
// or a PROGRAM. NULL if there is none.
static const VdMachine *find_owner(const VdPlc *plc, const VdPlcDecl *like) {
  if (find_at(&plc->global, like)) return &plc->global;
  for (uint32_t i = 0; i < plc->all.machines; i++)
    if (plc->all.machine[i].kind == VD_MACHINE_PROGRAM &&
        find_at(&plc->all.machine[i], like))
      return &plc->all.machine[i];
  return NULL;
}

bool vd_view_has_address(const VdMachine *pou, const VdPlcDecl *like) {
  for (uint32_t i = 0; i < pou->vars; i++) {
    VdPlcDecl at = {.address = pou->var[i].address};
    if (vd_view_is_placed(&at) && vd_view_same_address(&at, like)) return true;
  }
  return false;
}

bool vd_view_is_anywhere(const VdPlcView *s, const VdPlcDecl *decl) {
  return vd_view_is_placed(decl) &&
         (find_at(s->pou[1], decl) || vd_view_has_address(s->pou[1], decl));
}

// The partner of a variable at an address is what is there now. One of a
// PROGRAM may have become a global that the PROGRAM uses.
void vd_view_placed(VdPlcView *s, const VdPlcDecl *a) {
  const VdPlcDecl *named = vd_view_find(s->pou[1], a);
  VdPlcView at = *s;
  if (!find_at(s->pou[1], a) && !is_global(a) &&
      vd_view_has_address(s->pou[1], a))
    at.pou[1] = find_owner(s->plc[1], a);
  const VdPlcDecl *b = at.pou[1] ? find_at(at.pou[1], a) : NULL;
  if (!b) {
    vd_view_add(s, &s->out->change, "nothing is at %s%s any more, where %s was",
                a->address, s->in, a->name);
    return;
  }
  if (!named && is_global(a))
    vd_view_add(s, &s->out->change,
                "%s %s is not in the new version: %s is at %s",
                vd_view_word(a->direction), a->name, b->name, b->address);
  else if (is_global(a) && !vd_view_same_address(named, a))
    vd_view_add(s, &s->out->change, "%s %s is at %s, was at %s",
                vd_view_word(a->direction), a->name,
                named->address ? named->address : "no address", a->address);
  VdPlcDecl as = *b;
  // Whether the area makes it an input or output is not declared.
  as.direction = a->direction;
  vd_view_decl(&at, a, &as);
}

// The same variable, as it is known by its name.
static void compare_named(VdPlcView *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = vd_view_find(s->pou[1], a);
  if (!b || !b->section)
    vd_view_add(s, &s->out->change, "%s %s%s is not in the new version",
                a->section, a->name, s->in);
  else if (strcmp(a->section, b->section))
    vd_view_add(s, &s->out->change, "%s%s is %s, was %s", a->name, s->in,
                b->section, a->section);
  else if (!vd_view_same_address(a, b))
    vd_view_add(s, &s->out->change, "%s %s%s is at %s, was at %s", a->section,
                a->name, s->in, b->address ? b->address : "no address",
                a->address);
}

static bool is_seen(const VdPlcDecl *decl) {
  switch (decl->direction) {
    case VD_DIR_INPUT:
    case VD_DIR_OUTPUT:
    case VD_DIR_IN_OUT:
    case VD_DIR_RESULT: return true;
    case VD_DIR_GLOBAL:
    case VD_DIR_LOCAL:
    case VD_DIR_TEMP:
    case VD_DIR_CONSTANT: break;
  }
  return decl->visible || vd_view_is_placed(decl);
}

static void compare_seen(VdPlcView *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = vd_view_find(s->pou[1], a);
  if (!b && vd_view_is_told(s, 0, a) && !vd_view_is_anywhere(s, a)) return;
  if (vd_view_is_placed(a)) {
    vd_view_placed(s, a);
    if (a->section && (b || !vd_view_is_told(s, 0, a))) compare_named(s, a);
  } else if (!b || (b->direction != a->direction && !is_seen(b))) {
    vd_view_add(s, &s->out->change, "%s %s%s is not in the new version",
                vd_view_word(a->direction), a->name, s->in);
  } else {
    vd_view_decl(s, a, b);
    if (!vd_view_same_address(a, b))
      vd_view_add(s, &s->out->change, "%s %s%s is at %s, was at %s",
                  vd_view_word(a->direction), a->name, s->in,
                  b->address ? b->address : "no address",
                  a->address ? a->address : "no address");
  }
}

// -------------------------------------------------------------------- POUs
// The i-th variable that a call may give without a name.
static const VdPlcDecl *formal_at(const VdMachine *pou, uint32_t i) {
  for (uint32_t k = 0; k < vd_plc_pou(pou)->decls; k++) {
    const VdPlcDecl *decl = &vd_plc_pou(pou)->decl[k];
    bool given =
        decl->direction == VD_DIR_INPUT || decl->direction == VD_DIR_IN_OUT;
    if (given && i-- == 0) return decl;
  }
  return NULL;
}

// Calls may give arguments by their places.
static void compare_order(VdPlcView *s) {
  if (s->pou[0]->kind == VD_MACHINE_PROGRAM) return;
  for (uint32_t i = 0;; i++) {
    const VdPlcDecl *a = formal_at(s->pou[0], i), *b = formal_at(s->pou[1], i);
    if (!a || !b) return;
    if (!strcasecmp(a->name, b->name)) continue;
    bool there = vd_view_find(s->pou[1], a) != NULL;
    if (!there && vd_view_is_told(s, 0, a)) continue;
    if (!there) return;
    vd_view_add(s, &s->out->change, "input number %u%s is %s, was %s", i + 1,
                s->in, b->name, a->name);
    return;
  }
}

// What all calls must give, and calls that were there do not.
static void compare_needed(VdPlcView *s) {
  bool function = s->pou[0]->kind == VD_MACHINE_FUNCTION;
  if (s->pou[0]->kind == VD_MACHINE_PROGRAM) return;
  for (uint32_t i = 0; i < vd_plc_pou(s->pou[1])->decls; i++) {
    const VdPlcDecl *b = &vd_plc_pou(s->pou[1])->decl[i];
    bool needed = b->direction == VD_DIR_IN_OUT ||
                  (function && b->direction == VD_DIR_INPUT && !b->initial);
    if (needed && !vd_view_find(s->pou[0], b) && !vd_view_is_told(s, 1, b))
      vd_view_add(s, &s->out->change, "%s %s%s is new, and calls must give it",
                  vd_view_word(b->direction), b->name, s->in);
  }
}

// Actions that nobody in the project calls may be called from outside.
static void compare_actions(VdPlcView *s, const VdPlcPair *pair) {
  for (uint32_t i = 0; i < pair->pou[0].vars; i++) {
    const VdMachineVar *var = &pair->pou[0].var[i];
    if (!var->made || var->direction != VD_DIR_INPUT) continue;
    if (vd_machine_find_var(&pair->pou[1], var->name) != VD_NONE) continue;
    const VdMachine *new = &pair->plc[1]->all.machine[pair->number[1]];
    bool there = false;
    for (uint32_t k = 0; k < vd_plc_pou(new)->actions; k++)
      there = there ||
              (!strncasecmp(vd_plc_pou(new)->action[k], var->name,
                            strlen(vd_plc_pou(new)->action[k])) &&
               !strcmp(var->name + strlen(vd_plc_pou(new)->action[k]), "()"));
    if (there)
      vd_view_add(s, &s->out->open, "calls of the action %s from outside",
                  var->name);
    else
      vd_view_add(s, &s->out->change, "the action %s is not in the new version",
                  var->name);
  }
}

static void list_new_actions(VdPlcView *s, const VdPlcPair *pair) {
  const VdMachine *old = &pair->plc[0]->all.machine[pair->number[0]];
  const VdMachine *new =
      vd_plc_pou(&pair->plc[1]->all.machine[pair->number[1]])->whole;
  for (uint32_t i = 0; new && i < new->vars; i++) {
    const VdMachineVar *var = &new->var[i];
    size_t n = strlen(var->name);
    bool there = !var->made || var->direction != VD_DIR_INPUT;
    for (uint32_t k = 0; k < vd_plc_pou(old)->actions && !there; k++)
      there = strlen(vd_plc_pou(old)->action[k]) + 2 == n &&
              !strncasecmp(vd_plc_pou(old)->action[k], var->name, n - 2);
    if (!there) vd_view_add(s, &s->out->added, "the action %s", var->name);
  }
}

static bool is_partner_told(const VdPlcView *s, const VdMachineVar *a,
                            uint8_t role) {
  return vd_contract_excuses(s->block, 0, a->name, true) ||
         (!(role & VD_USE_INPUT) && vd_contract_ensures(s->block));
}

static bool is_leaf_type_told(const VdPlcView *s, const VdMachineVar *a,
                              const VdMachineVar *b, uint8_t role) {
  bool alike = vd_elem_class(a->elem) == vd_elem_class(b->elem) &&
               vd_view_same_enums(a->enumeration, b->enumeration);
  bool told = vd_contract_excuses(s->block, 0, a->name, false);
  if (!alike && (told || vd_contract_excuses(s->block, 1, b->name, false)))
    return true;
  bool left_out = !(role & VD_USE_INPUT) && vd_contract_ensures(s->block);
  return left_out && !told && a->elem != b->elem;
}

// Variables that the command line makes inputs and outputs.
static void compare_chosen(VdPlcView *s, const VdPlcPair *pair) {
  const VdMachine *old = &pair->pou[0], *new = &pair->pou[1];
  for (uint32_t i = 0; i < old->vars; i++) {
    const VdMachineVar *a = &old->var[i];
    uint8_t role = pair->role[0][i];
    if (!role || a->direction != VD_DIR_LOCAL || a->global || a->visible ||
        a->address)
      continue;
    uint32_t at = vd_machine_find_var(new, a->name);
    const VdMachineVar *b = at == VD_NONE ? NULL : &new->var[at];
    const char *word = role & VD_USE_INPUT ? "input" : "output";
    if (!b || !(pair->role[1][at] & role)) {
      if (!is_partner_told(s, a, role))
        vd_view_add(s, &s->out->change, "%s %s is not in the new version", word,
                    a->name);
    } else if (is_leaf_type_told(s, a, b, role)) {
      continue;
    } else if (a->elem != b->elem ||
               !vd_view_same_enums(a->enumeration, b->enumeration))
      vd_view_add(s, &s->out->change, "%s %s is %s, was %s", word, a->name,
                  vd_elem_text(b->elem), vd_elem_text(a->elem));
    else if (!vd_value_eq(&a->init, &b->init))
      vd_view_add(s, &s->out->change, "%s %s starts with another value", word,
                  a->name);
  }
}

static bool is_named(const VdPlcTexts *texts, const char *name) {
  size_t n = strcspn(name, ".[");
  for (uint32_t i = 0; i < texts->len; i++)
    for (const char *at = texts->at[i]; (at = strcasestr(at, " ")); at++)
      if (!strncasecmp(at + 1, name, n)) return true;
  return false;
}

// Whatever has no partner and was not named: what is compared is what pairs.
static void compare_left(VdPlcView *s, const VdPlcPair *pair) {
  const VdMachine *new = &pair->pou[1];
  for (uint32_t i = 0; i < pair->pou[0].vars; i++) {
    const VdMachineVar *a = &pair->pou[0].var[i];
    uint8_t role = pair->role[0][i];
    if (!role || a->global || a->made || is_partner_told(s, a, role)) continue;
    uint32_t at = vd_machine_find_var(new, a->name);
    bool paired = at != VD_NONE && (pair->role[1][at] & role) == role &&
                  vd_elem_class(a->elem) == vd_elem_class(new->var[at].elem);
    if (!paired && !is_named(&s->out->change, a->name))
      vd_view_add(s, &s->out->change, "%s has no partner in the new version",
                  a->name);
  }
}

void vd_plc_pair_changes(const VdPlcPair *pair, const VdContractBlock *block,
                         VdArena *arena, VdPlcSurface *out) {
  VdPlcView s = {.block = block, .arena = arena, .out = out, .in = ""};
  for (int k = 0; k < 2; k++) {
    s.plc[k] = pair->plc[k];
    s.pou[k] = &pair->plc[k]->all.machine[pair->number[k]];
  }
  if (strcmp(vd_plc_pou(s.pou[0])->modifiers, vd_plc_pou(s.pou[1])->modifiers))
    vd_view_add(&s, &out->change, "%s is declared with '%s', was with '%s'",
                s.pou[0]->name, vd_plc_pou(s.pou[1])->modifiers,
                vd_plc_pou(s.pou[0])->modifiers);
  // One that was not read is known by its text.
  if (!vd_plc_pou(s.pou[0])->decls && s.pou[0]->reason) return;
  if (!vd_plc_pou(s.pou[1])->decls && s.pou[1]->reason) return;
  for (uint32_t i = 0; i < vd_plc_pou(s.pou[0])->decls; i++)
    if (is_seen(&vd_plc_pou(s.pou[0])->decl[i]))
      compare_seen(&s, &vd_plc_pou(s.pou[0])->decl[i]);
  compare_order(&s);
  compare_needed(&s);
  vd_view_keeps(&s, (const VdMachine *[]){&pair->pou[0], &pair->pou[1]}, false,
                NULL);
  compare_actions(&s, pair);
  list_new_actions(&s, pair);
  compare_chosen(&s, pair);
  compare_left(&s, pair);
}
