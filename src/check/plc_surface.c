// Changes of what others see of a project without running it: interfaces,
// globals, types, configurations.
#include <ctype.h>
#include <strings.h>

#include "check/plc_scope.h"

typedef struct Surface {
  const VdPlc *plc[2];
  const VdPlcPou *pou[2];        // with decl, and var by decl
  const VdContractBlock *block;  // or NULL
  const VdContract *contract;    // of globals: any of its blocks
  VdArena *arena;
  VdPlcSurface *out;
  const char *in;  // added to names: " of Main"; "" if that is clear
} Surface;

static void add(Surface *s, VdPlcTexts *list, const char *fmt, ...)
    VD_PRINTF(3, 4);
static void add(Surface *s, VdPlcTexts *list, const char *fmt, ...) {
  va_list args;
  VdBuf text = {0};
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  vd_push(list, vd_arena_str(s->arena, vd_buf_text(&text)));
  vd_buf_done(&text);
}

static const char *word_of(VdPlcDirection direction) {
  switch (direction) {
    case VD_PLC_INPUT: return "input";
    case VD_PLC_OUTPUT: return "output";
    case VD_PLC_IN_OUT: return "in-out variable";
    case VD_PLC_GLOBAL: return "global variable";
    case VD_PLC_RESULT: return "result";
    case VD_PLC_CONSTANT: return "constant";
    case VD_PLC_LOCAL:
    case VD_PLC_TEMP: break;
  }
  return "variable";
}

// What the user says of a variable is not a change.
static bool is_told(const Surface *s, int side, const VdPlcDecl *decl) {
  if (vd_contract_speaks(s->block, side, decl->name)) return true;
  for (uint32_t i = 0; s->contract && i < s->contract->blocks; i++)
    if (vd_contract_speaks(&s->contract->block[i], side, decl->name))
      return true;
  return decl->direction == VD_PLC_OUTPUT && vd_contract_ensures(s->block);
}

// --------------------------------------------------------------- addresses
static bool is_placed(const VdPlcDecl *decl) {
  const char *at = decl->address;
  return at && strlen(at) > 2 && at[strlen(at) - 1] != '*';
}

static const char *skip_size(const char *at) {
  return toupper((unsigned char)at[2]) == 'X' ? at + 3 : at + 2;
}

static bool same_address(const VdPlcDecl *a, const VdPlcDecl *b) {
  if (!a->address || !b->address) return a->address == b->address;
  return toupper((unsigned char)a->address[1]) ==
             toupper((unsigned char)b->address[1]) &&
         !strcasecmp(skip_size(a->address), skip_size(b->address));
}

static const VdPlcDecl *find_at(const VdPlcPou *pou, const VdPlcDecl *like) {
  for (uint32_t i = 0; i < pou->decls; i++)
    if (is_placed(&pou->decl[i]) && same_address(&pou->decl[i], like))
      return &pou->decl[i];
  return NULL;
}

static const VdPlcDecl *find_decl(const VdPlcPou *pou, const VdPlcDecl *like) {
  for (uint32_t i = 0; i < pou->decls; i++) {
    const VdPlcDecl *decl = &pou->decl[i];
    bool result = like->direction == VD_PLC_RESULT;
    if (result ? decl->direction == VD_PLC_RESULT
               : !strcasecmp(decl->name, like->name))
      return decl;
  }
  return NULL;
}

// ------------------------------------------------------------------- texts
// Names are the same in either case, what is between quotes is not. $' does not
// end a string.
static bool same_text(const char *a, const char *b) {
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

// Of what is not known every letter counts.
static bool same_fact_text(const VdPlcFact *a, const VdPlcFact *b) {
  return a->kind == VD_PLC_FACT_OTHER ? !strcmp(a->text, b->text)
                                      : same_text(a->text, b->text);
}

// ------------------------------------------------------------------ values
static bool same_enums(const VdPlcEnum *a, const VdPlcEnum *b) {
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

static const VdPlcVar *leaf(const Surface *s, int side, const VdPlcDecl *decl,
                            uint32_t i) {
  return &s->pou[side]->var[decl->first + i];
}

static void compare_enums(Surface *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  for (uint32_t i = 0; i < a->vars; i++)
    if (!same_enums(leaf(s, 0, a, i)->enumeration,
                    leaf(s, 1, b, i)->enumeration)) {
      add(s, &s->out->change, "the values of the enum of %s %s%s are others",
          word_of(a->direction), a->name, s->in);
      return;
    }
}

static void compare_init(Surface *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  for (uint32_t i = 0; i < a->vars; i++) {
    const VdPlcVar *x = leaf(s, 0, a, i), *y = leaf(s, 1, b, i);
    if (x->stopwatch || vd_value_eq(&x->init, &y->init)) continue;
    VdBuf text[2] = {{0}, {0}};
    vd_plc_print(vd_plc_type(x), x->init, &text[0]);
    vd_plc_print(vd_plc_type(y), y->init, &text[1]);
    add(s, &s->out->change, "%s %s%s starts with %s, was %s",
        word_of(a->direction), x->name, s->in, vd_buf_text(&text[1]),
        vd_buf_text(&text[0]));
    for (int k = 0; k < 2; k++) vd_buf_done(&text[k]);
    return;
  }
}

static void compare_keep(Surface *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  const char *old = a ? a->keep : "", *new = b ? b->keep : "";
  if (!strcmp(old, new)) return;
  const VdPlcDecl *decl = a ? a : b;
  add(s, &s->out->change, "%s %s%s is %s, was %s", word_of(decl->direction),
      decl->name, s->in,
      *new ? new : (b ? "not RETAIN or the like" : "not there"),
      *old ? old : (a ? "not RETAIN or the like" : "not there"));
}

// ------------------------------------------------------------ declarations
static bool has_instance(const Surface *s, const VdPlcDecl *decl) {
  for (uint32_t i = 0; i < s->pou[0]->instances; i++) {
    uint32_t first = s->pou[0]->instance[i].first;
    if (first >= decl->first && first < decl->first + decl->vars) return true;
  }
  return false;
}

static const VdPlcVar *find_leaf(const Surface *s, const VdPlcDecl *decl,
                                 const char *name) {
  VdPlcDirection as;
  for (uint32_t i = 0; i < decl->vars; i++)
    if (!strcasecmp(leaf(s, 1, decl, i)->name, name) &&
        vd_plc_is_visible(s->plc[1], s->pou[1], decl->first + i, &as))
      return leaf(s, 1, decl, i);
  return NULL;
}

// Of FB instances only inputs and outputs are seen, whatever else is in them.
static void compare_instance(Surface *s, const VdPlcDecl *a,
                             const VdPlcDecl *b) {
  VdPlcDirection as;
  for (uint32_t i = 0; i < a->vars; i++) {
    const VdPlcVar *x = leaf(s, 0, a, i);
    if (!vd_plc_is_visible(s->plc[0], s->pou[0], a->first + i, &as)) continue;
    const VdPlcVar *y = find_leaf(s, b, x->name);
    if (!y)
      add(s, &s->out->change, "%s%s is not in the new version", x->name, s->in);
    else if (x->elem != y->elem || !same_enums(x->enumeration, y->enumeration))
      add(s, &s->out->change, "%s%s is %s, was %s", x->name, s->in,
          vd_plc_elem_text(y->elem), vd_plc_elem_text(x->elem));
    else if (!vd_value_eq(&x->init, &y->init))
      add(s, &s->out->change, "%s%s starts with another value", x->name, s->in);
  }
}

// Two that are there, as they are declared.
static void compare_decl(Surface *s, const VdPlcDecl *a, const VdPlcDecl *b) {
  VdPlcTexts *change = &s->out->change;
  bool function = s->pou[0]->kind == VD_PLC_FUNCTION;
  if (a->direction != b->direction) {
    add(s, change, "%s%s is %s %s, was %s", a->name, s->in,
        b->direction == VD_PLC_INPUT ? "an" : "a", word_of(b->direction),
        word_of(a->direction));
  } else if (a->opaque || b->opaque) {
    if (!a->opaque || !b->opaque || !same_text(a->opaque, b->opaque))
      add(s, &s->out->open, "%s %s%s, whose type is not modelled, is %s",
          word_of(a->direction), a->name, s->in, "declared otherwise");
  } else if (has_instance(s, a) && !strcasecmp(a->type, b->type)) {
    compare_instance(s, a, b);
  } else if (strcasecmp(a->type, b->type) || a->vars != b->vars) {
    add(s, change, "%s %s%s is %s, was %s", word_of(a->direction), a->name,
        s->in, b->type, a->type);
  } else {
    compare_enums(s, a, b);
    if (a->direction != VD_PLC_IN_OUT && a->direction != VD_PLC_RESULT &&
        (!function || a->direction == VD_PLC_INPUT))
      compare_init(s, a, b);
  }
  compare_keep(s, a, b);
}

static bool is_global(const VdPlcDecl *decl) {
  return decl->direction == VD_PLC_GLOBAL || decl->direction == VD_PLC_CONSTANT;
}

static const VdPlcDecl *find_anywhere(const VdPlc *plc, const VdPlcDecl *like) {
  const VdPlcDecl *found = find_at(&plc->global, like);
  for (uint32_t i = 0; i < plc->pous && !found; i++)
    if (plc->pou[i].kind == VD_PLC_PROGRAM) found = find_at(&plc->pou[i], like);
  return found;
}

static bool has_address(const VdPlcPou *pou, const VdPlcDecl *like) {
  for (uint32_t i = 0; i < pou->vars; i++) {
    VdPlcDecl at = {.address = pou->var[i].address};
    if (is_placed(&at) && same_address(&at, like)) return true;
  }
  return false;
}

// The partner of a variable at an address is what is there now.
static void compare_placed(Surface *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = find_at(s->pou[1], a), *named = find_decl(s->pou[1], a);
  const VdPlcDecl *moved = b ? NULL : find_anywhere(s->plc[1], a);
  if (moved && !is_global(a) && !strcasecmp(moved->type, a->type) &&
      has_address(s->pou[1], a))
    return;
  if (!b) {
    add(s, &s->out->change, "nothing is at %s%s any more, where %s was",
        a->address, s->in, a->name);
    return;
  }
  if (!named && is_global(a))
    add(s, &s->out->change, "%s %s is not in the new version: %s is at %s",
        word_of(a->direction), a->name, b->name, b->address);
  VdPlcDecl as = *b;
  // Whether the area makes it an input or output is not declared.
  as.direction = a->direction;
  compare_decl(s, a, &as);
}

static bool is_seen(const VdPlcDecl *decl) {
  switch (decl->direction) {
    case VD_PLC_INPUT:
    case VD_PLC_OUTPUT:
    case VD_PLC_IN_OUT:
    case VD_PLC_RESULT: return true;
    case VD_PLC_GLOBAL:
    case VD_PLC_LOCAL:
    case VD_PLC_TEMP:
    case VD_PLC_CONSTANT: break;
  }
  return decl->open || is_placed(decl);
}

static void compare_seen(Surface *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = find_decl(s->pou[1], a);
  if (is_told(s, 0, a) || (b && is_told(s, 1, b))) return;
  if (is_placed(a)) {
    compare_placed(s, a);
  } else if (!b || (b->direction != a->direction && !is_seen(b))) {
    add(s, &s->out->change, "%s %s%s is not in the new version",
        word_of(a->direction), a->name, s->in);
  } else {
    compare_decl(s, a, b);
    if (!same_address(a, b))
      add(s, &s->out->change, "%s %s%s is at %s, was at %s",
          word_of(a->direction), a->name, s->in,
          b->address ? b->address : "no address",
          a->address ? a->address : "no address");
  }
}

// What is kept when the power is off, of a variable that is not seen.
static void compare_hidden(Surface *s, int side, const VdPlcDecl *decl) {
  const VdPlcDecl *other = find_decl(s->pou[!side], decl);
  if (!side && (*decl->keep || (other && *other->keep)))
    compare_keep(s, decl, other);
  if (side && *decl->keep && !other) compare_keep(s, NULL, decl);
}

static void compare_hidden_all(Surface *s) {
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < s->pou[k]->decls; i++)
      if (!is_seen(&s->pou[k]->decl[i]))
        compare_hidden(s, k, &s->pou[k]->decl[i]);
}

// -------------------------------------------------------------------- POUs
// The i-th variable that a call may give without a name.
static const VdPlcDecl *formal_at(const VdPlcPou *pou, uint32_t i) {
  for (uint32_t k = 0; k < pou->decls; k++) {
    const VdPlcDecl *decl = &pou->decl[k];
    bool given =
        decl->direction == VD_PLC_INPUT || decl->direction == VD_PLC_IN_OUT;
    if (given && i-- == 0) return decl;
  }
  return NULL;
}

// Calls may give arguments by their places.
static void compare_order(Surface *s) {
  if (s->pou[0]->kind == VD_PLC_PROGRAM) return;
  for (uint32_t i = 0;; i++) {
    const VdPlcDecl *a = formal_at(s->pou[0], i), *b = formal_at(s->pou[1], i);
    if (!a || !b || is_told(s, 0, a) || !find_decl(s->pou[1], a)) return;
    if (!strcasecmp(a->name, b->name)) continue;
    add(s, &s->out->change, "input number %u%s is %s, was %s", i + 1, s->in,
        b->name, a->name);
    return;
  }
}

// Actions that nobody in the project calls may be called from outside.
static void compare_actions(Surface *s, const VdPlcPair *pair) {
  for (uint32_t i = 0; i < pair->pou[0].vars; i++) {
    const VdPlcVar *var = &pair->pou[0].var[i];
    if (!var->made || var->direction != VD_PLC_INPUT) continue;
    if (vd_plc_find_var(&pair->pou[1], var->name) != VD_PLC_NONE) continue;
    const VdPlcPou *new = &pair->plc[1]->pou[pair->number[1]];
    bool there = false;
    for (uint32_t k = 0; k < new->actions; k++)
      there = there || (!strncasecmp(new->action[k], var->name,
                                     strlen(new->action[k])) &&
                        !strcmp(var->name + strlen(new->action[k]), "()"));
    if (there)
      add(s, &s->out->open, "calls of the action %s from outside", var->name);
    else
      add(s, &s->out->change, "the action %s is not in the new version",
          var->name);
  }
}

static void list_new_actions(Surface *s, const VdPlcPair *pair) {
  const VdPlcPou *old = &pair->plc[0]->pou[pair->number[0]];
  const VdPlcPou *new = pair->plc[1]->pou[pair->number[1]].whole;
  for (uint32_t i = 0; new && i < new->vars; i++) {
    const VdPlcVar *var = &new->var[i];
    size_t n = strlen(var->name);
    bool there = !var->made || var->direction != VD_PLC_INPUT;
    for (uint32_t k = 0; k < old->actions && !there; k++)
      there = strlen(old->action[k]) + 2 == n &&
              !strncasecmp(old->action[k], var->name, n - 2);
    if (!there) add(s, &s->out->added, "the action %s", var->name);
  }
}

// Variables that the command line makes inputs and outputs.
static void compare_chosen(Surface *s, const VdPlcPair *pair) {
  const VdPlcPou *old = &pair->pou[0], *new = &pair->pou[1];
  for (uint32_t i = 0; i < old->vars; i++) {
    const VdPlcVar *a = &old->var[i];
    uint8_t role = pair->role[0][i];
    if (!role || a->direction != VD_PLC_LOCAL || a->global || a->open ||
        a->address || vd_contract_speaks(s->block, 0, a->name) ||
        (role == VD_PLC_IS_OUTPUT && vd_contract_ensures(s->block)))
      continue;
    uint32_t at = vd_plc_find_var(new, a->name);
    const VdPlcVar *b = at == VD_PLC_NONE ? NULL : &new->var[at];
    const char *word = role & VD_PLC_IS_INPUT ? "input" : "output";
    if (!b || !(pair->role[1][at] & role))
      add(s, &s->out->change, "%s %s is not in the new version", word, a->name);
    else if (a->elem != b->elem || !same_enums(a->enumeration, b->enumeration))
      add(s, &s->out->change, "%s %s is %s, was %s", word, a->name,
          vd_plc_elem_text(b->elem), vd_plc_elem_text(a->elem));
    else if (!vd_value_eq(&a->init, &b->init))
      add(s, &s->out->change, "%s %s starts with another value", word, a->name);
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
static void compare_left(Surface *s, const VdPlcPair *pair) {
  const VdPlcPou *new = &pair->pou[1];
  for (uint32_t i = 0; i < pair->pou[0].vars; i++) {
    const VdPlcVar *a = &pair->pou[0].var[i];
    uint8_t role = pair->role[0][i];
    if (!role || a->global || a->made ||
        vd_contract_speaks(s->block, 0, a->name) ||
        (!(role & VD_PLC_IS_INPUT) && vd_contract_ensures(s->block)))
      continue;
    uint32_t at = vd_plc_find_var(new, a->name);
    bool paired = at != VD_PLC_NONE && (pair->role[1][at] & role) == role &&
                  vd_plc_class(a->elem) == vd_plc_class(new->var[at].elem);
    if (!paired && !is_named(&s->out->change, a->name))
      add(s, &s->out->change, "%s has no partner in the new version", a->name);
  }
}

void vd_plc_pair_changes(const VdPlcPair *pair, const VdContractBlock *block,
                         VdArena *arena, VdPlcSurface *out) {
  Surface s = {.block = block, .arena = arena, .out = out, .in = ""};
  for (int k = 0; k < 2; k++) {
    s.plc[k] = pair->plc[k];
    s.pou[k] = &pair->plc[k]->pou[pair->number[k]];
  }
  if (strcmp(s.pou[0]->modifiers, s.pou[1]->modifiers))
    add(&s, &out->change, "%s is declared with '%s', was with '%s'",
        s.pou[0]->name, s.pou[1]->modifiers, s.pou[0]->modifiers);
  // One that was not read is known by its text.
  if (!s.pou[0]->decls && s.pou[0]->reason) return;
  if (!s.pou[1]->decls && s.pou[1]->reason) return;
  for (uint32_t i = 0; i < s.pou[0]->decls; i++)
    if (is_seen(&s.pou[0]->decl[i])) compare_seen(&s, &s.pou[0]->decl[i]);
  compare_order(&s);
  compare_hidden_all(&s);
  compare_actions(&s, pair);
  list_new_actions(&s, pair);
  compare_chosen(&s, pair);
  compare_left(&s, pair);
}

// ------------------------------------------------------------------- units
static bool uses(const VdPlcPou *pou, const VdPlcDecl *decl) {
  size_t n = strlen(decl->name);
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdPlcVar *var = &pou->var[i];
    if (var->global && !strncasecmp(var->name, decl->name, n) &&
        (!var->name[n] || strchr(".[", var->name[n])))
      return true;
  }
  return false;
}

static void compare_global(Surface *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = find_decl(s->pou[1], a);
  if (is_told(s, 0, a) || (b && is_told(s, 1, b))) return;
  if (is_placed(a)) {
    compare_placed(s, a);
  } else if (!b) {
    add(s, &s->out->change, "%s %s is not in the new version",
        word_of(a->direction), a->name);
    return;
  } else {
    compare_decl(s, a, b);
    if (!same_address(a, b))
      add(s, &s->out->change, "%s %s is at %s, was at %s",
          word_of(a->direction), a->name,
          b->address ? b->address : "no address",
          a->address ? a->address : "no address");
  }
  if (b && strcasecmp(a->place, b->place))
    add(s, &s->out->change, "%s %s is in %s, was in %s", word_of(a->direction),
        a->name, *b->place ? b->place : "no list",
        *a->place ? a->place : "no list");
}

static bool writes(const VdPlcPou *pou, const VdPlcDecl *decl) {
  size_t n = strlen(decl->name);
  if (pou->reason) return false;
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdPlcVar *var = &pou->var[i];
    if (var->result == VD_PLC_NONE) continue;
    if (var->global && !strncasecmp(var->name, decl->name, n) &&
        (!var->name[n] || strchr(".[", var->name[n])))
      return true;
    VdPlcDecl at = {.address = var->address};
    if (is_placed(&at) && is_placed(decl) && same_address(&at, decl))
      return true;
  }
  return false;
}

// A PROGRAM that is new and writes what was there is not only an addition.
static void compare_writers(Surface *s, const VdPlcPou *seen) {
  const VdPlc *new = s->plc[1];
  for (uint32_t p = 0; p < new->pous; p++) {
    const VdPlcPou *pou = &new->pou[p];
    uint32_t old = vd_plc_find_pou(s->plc[0], pou->name);
    if (pou->kind != VD_PLC_PROGRAM ||
        (old != VD_PLC_NONE && s->plc[0]->pou[old].kind == VD_PLC_PROGRAM))
      continue;
    for (uint32_t i = 0; i < seen->decls; i++)
      if (writes(pou, &seen->decl[i]))
        add(s, &s->out->change, "%s is written by %s, which is new",
            seen->decl[i].address ? seen->decl[i].address : seen->decl[i].name,
            pou->name);
  }
}

// The n-th of its name.
static const VdPlcFact *find_fact(const VdPlc *plc, const VdPlcFact *like,
                                  uint32_t n) {
  for (uint32_t i = 0; i < plc->facts; i++)
    if (same_text(plc->fact[i].name, like->name) && n-- == 0)
      return &plc->fact[i];
  return NULL;
}

static uint32_t count_before(const VdPlc *plc, uint32_t fact) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < fact; i++)
    n += same_text(plc->fact[i].name, plc->fact[fact].name);
  return n;
}

// Types of a project with programs are seen through its variables only.
static bool is_in_scope(const Surface *s, const VdPlcFact *fact) {
  if (fact->kind != VD_PLC_FACT_TYPE) return true;
  for (uint32_t i = 0; i < s->plc[0]->pous; i++)
    if (s->plc[0]->pou[i].kind == VD_PLC_PROGRAM) return false;
  return true;
}

static void compare_fact(Surface *s, uint32_t i) {
  const VdPlcFact *a = &s->plc[0]->fact[i];
  const VdPlcFact *b = find_fact(s->plc[1], a, count_before(s->plc[0], i));
  if (!b) {
    bool unknown = a->kind == VD_PLC_FACT_OTHER;
    add(s, unknown ? &s->out->open : &s->out->change,
        "%s is not in the new version", a->name);
  } else if (!same_fact_text(a, b)) {
    if (a->opaque || b->opaque)
      add(s, &s->out->open, "%s, which is not modelled, is another", a->name);
    else
      add(s, &s->out->change, "%s is %s, was %s", a->name,
          *b->text ? b->text : "nothing", *a->text ? a->text : "nothing");
  }
}

static void compare_facts(Surface *s) {
  for (uint32_t i = 0; i < s->plc[0]->facts; i++)
    if (is_in_scope(s, &s->plc[0]->fact[i])) compare_fact(s, i);
  for (uint32_t i = 0; i < s->plc[1]->facts; i++) {
    const VdPlcFact *b = &s->plc[1]->fact[i];
    if (!is_in_scope(s, b) ||
        find_fact(s->plc[0], b, count_before(s->plc[1], i)))
      continue;
    if (b->acts)
      add(s, &s->out->change, "%s is new: %s", b->name, b->text);
    else if (b->opaque && b->kind == VD_PLC_FACT_OTHER)
      add(s, &s->out->open, "%s, which is not modelled, is new", b->name);
    else
      add(s, &s->out->added, "%s", b->name);
  }
}

// What parts of programs keep when the power is off.
static void compare_parts(Surface *s) {
  static const VdPlcPou nothing = {.modifiers = ""};
  const bool *root = vd_plc_roots(s->plc[0], s->arena);
  Surface part = *s;
  for (uint32_t i = 0; i < s->plc[0]->pous; i++) {
    const VdPlcPou *old = &s->plc[0]->pou[i];
    uint32_t new = vd_plc_find_pou(s->plc[1], old->name);
    if (root[i] || old->library || old->kind != VD_PLC_FUNCTION_BLOCK) continue;
    part.pou[0] = old;
    part.pou[1] = new == VD_PLC_NONE ? &nothing : &s->plc[1]->pou[new];
    part.in = vd_arena_printf(s->arena, " of %s", old->name);
    compare_hidden_all(&part);
  }
  root = vd_plc_roots(s->plc[1], s->arena);
  part.pou[0] = &nothing;
  for (uint32_t i = 0; i < s->plc[1]->pous; i++) {
    const VdPlcPou *new = &s->plc[1]->pou[i];
    if (root[i] || new->library || new->kind != VD_PLC_FUNCTION_BLOCK ||
        vd_plc_find_pou(s->plc[0], new->name) != VD_PLC_NONE)
      continue;
    part.pou[1] = new;
    part.in = vd_arena_printf(s->arena, " of %s", new->name);
    compare_hidden_all(&part);
  }
}

static void writers_of_used(Surface *s, const VdPlcPou *user) {
  VdPlcPou seen = s->plc[0]->global;
  VdPlcDecl *decl = VD_NEW_ARRAY(s->arena, VdPlcDecl, seen.decls + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < seen.decls; i++)
    if (uses(user, &seen.decl[i])) decl[n++] = seen.decl[i];
  seen.decl = decl;
  seen.decls = n;
  compare_writers(s, &seen);
}

// Variables at addresses, in all PROGRAMs.
static void placed_writers(Surface *s) {
  for (uint32_t i = 0; i < s->plc[0]->pous; i++)
    if (s->plc[0]->pou[i].kind == VD_PLC_PROGRAM) {
      VdPlcPou seen = s->plc[0]->pou[i];
      VdPlcDecl *decl = VD_NEW_ARRAY(s->arena, VdPlcDecl, seen.decls + 1);
      uint32_t n = 0;
      for (uint32_t k = 0; k < seen.decls; k++)
        if (is_placed(&seen.decl[k])) decl[n++] = seen.decl[k];
      seen.decl = decl;
      seen.decls = n;
      compare_writers(s, &seen);
    }
}

void vd_plc_unit_changes(const VdPlc *const plc[2], uint32_t only,
                         const VdContract *contract, VdArena *arena,
                         VdPlcSurface *out) {
  Surface s = {.plc = {plc[0], plc[1]},
               .pou = {&plc[0]->global, &plc[1]->global},
               .contract = contract,
               .arena = arena,
               .out = out,
               .in = ""};
  const VdPlcPou *user = only == VD_PLC_NONE ? NULL : &plc[0]->pou[only];
  for (uint32_t i = 0; i < plc[0]->global.decls; i++)
    if (!user || uses(user, &plc[0]->global.decl[i]))
      compare_global(&s, &plc[0]->global.decl[i]);
  if (user) {
    writers_of_used(&s, user);
    return;
  }
  for (uint32_t i = 0; i < plc[1]->global.decls; i++)
    if (!find_decl(&plc[0]->global, &plc[1]->global.decl[i]))
      add(&s, &out->added, "%s %s", word_of(plc[1]->global.decl[i].direction),
          plc[1]->global.decl[i].name);
  compare_writers(&s, &plc[0]->global);
  placed_writers(&s);
  compare_facts(&s);
  compare_parts(&s);
}
