// What is kept when the power is off. It is what the next version of a program
// starts with, so that names, types and values of retained scalars are seen.
// Those inside of FB instances count too: RETAIN may stand in the FB.
#include <strings.h>

#include "front/st/surface.h"
#include "front/st/writers.h"

// ------------------------------------------------------------------ scalars
// PROGRAM RETAIN P1 : Main; says it of all that Main keeps.
static bool is_of_instance(const VdMachineVar *var) {
  return !var->global && !var->stopwatch &&
         (var->direction == VD_DIR_LOCAL || var->direction == VD_DIR_OUTPUT);
}

const char **vd_plc_keeps(const VdPlc *plc, const VdMachine *pou,
                          VdArena *arena) {
  const char **keep = VD_NEW_ARRAY(arena, const char *, pou->vars + (size_t)1);
  bool all = vd_plc_retains(plc, pou);
  for (uint32_t i = 0; i < pou->vars; i++) {
    keep[i] = pou->var[i].keep;
    if (all && is_of_instance(&pou->var[i]))
      keep[i] = *keep[i] ? vd_arena_printf(arena, "RETAIN, in it %s", keep[i])
                         : "RETAIN";
  }
  // Instances come before those inside of them.
  for (uint32_t i = 0; i < pou->instances; i++) {
    const VdMachineInstance *in = &pou->instance[i];
    const VdMachine *fb = &plc->all.machine[in->machine];
    for (uint32_t k = 0; k < in->vars && k < fb->vars; k++) {
      const char **at = &keep[in->first + k];
      if (*fb->var[k].keep)
        *at = vd_arena_printf(arena, "%s%s%s", *at, **at ? ", in it " : "",
                              fb->var[k].keep);
    }
  }
  return keep;
}

// The innermost declaration that says something decides.
bool vd_plc_is_kept(const char *keep) {
  for (const char *next; (next = strstr(keep, ", in it "));) keep = next + 1;
  if (strstr(keep, "PERSISTENT")) return true;
  return strstr(keep, "RETAIN") && !strstr(keep, "NON_RETAIN");
}

bool vd_plc_keeps_any(const VdPlc *plc, const VdMachine *pou) {
  VdArena arena = {0};
  const char **keep = vd_plc_keeps(plc, pou, &arena);
  bool any = false;
  for (uint32_t i = 0; i < pou->vars && !any; i++)
    any = pou->var[i].direction != VD_DIR_CONSTANT && vd_plc_is_kept(keep[i]);
  vd_arena_done(&arena);
  return any;
}

// -------------------------------------------------------------- comparisons
typedef struct Keep {
  VdPlcView *view;
  const VdMachine *pou[2];
  const char **keep[2];
  const VdMachine *user;  // globals that it uses; NULL: all
  VdNames said;           // declared variables
  uint32_t hint;          // where the next partner is, perhaps
} Keep;

static size_t top_length(const char *name) {
  return strcspn(name, ".[");
}

// One line for a declared variable. False if there is no more to say.
static bool is_first(Keep *k, const char *name) {
  size_t n = top_length(name);
  VdBuf small = {0};
  for (size_t i = 0; i < n; i++) vd_buf_char(&small, (char)(name[i] | 32));
  bool first = !vd_name_get(&k->said, vd_buf_text(&small), n);
  vd_name_put(&k->said, vd_buf_text(&small), n);
  vd_buf_done(&small);
  return first;
}

static uint32_t find(Keep *k, int side, const char *name) {
  const VdMachine *pou = k->pou[side];
  uint32_t at = k->hint;
  if (at >= pou->vars || strcasecmp(pou->var[at].name, name) != 0)
    at = vd_machine_find_var(pou, name);
  if (at != VD_NONE) k->hint = at + 1;
  return at;
}

static const char *text_of(const char *keep, bool there) {
  if (*keep) return keep;
  return there ? "not RETAIN or the like" : "not there";
}

// Interfaces are compared as they are declared, elsewhere.
static bool is_hidden(const Keep *k, int side, uint32_t i) {
  const VdMachine *pou = k->pou[side];
  const VdMachineVar *var = &pou->var[i];
  VdDirection as = VD_DIR_LOCAL;
  if (!vd_plc_is_visible(k->view->plc[side], pou, i, &as)) return true;
  return var->direction == VD_DIR_LOCAL && !var->visible && !vd_plc_area(var);
}

static void compare_type(Keep *k, uint32_t a, uint32_t b) {
  const VdMachineVar *x = &k->pou[0]->var[a], *y = &k->pou[1]->var[b];
  bool same = x->elem == y->elem && x->ranged == y->ranged &&
              vd_view_same_enums(x->enumeration, y->enumeration);
  if (same && x->ranged)
    same = vd_value_eq(&x->low, &y->low) && vd_value_eq(&x->high, &y->high);
  if (same || !is_hidden(k, 0, a) || !is_first(k, x->name)) return;
  vd_view_add(k->view, &k->view->out->change,
              "%s%s, which is %s, has another type", x->name, k->view->in,
              k->keep[0][a]);
}

static void compare(Keep *k, int side, uint32_t i) {
  const VdMachineVar *var = &k->pou[side]->var[i];
  uint32_t other = find(k, !side, var->name);
  const char *keep[2] = {"", ""};
  keep[side] = k->keep[side][i];
  if (other != VD_NONE) keep[!side] = k->keep[!side][other];
  if (!strcmp(keep[0], keep[1])) {
    if (!side) compare_type(k, i, other);
  } else if (is_first(k, var->name)) {
    bool there = other != VD_NONE;
    vd_view_add(k->view, &k->view->out->change, "%s %s%s is %s, was %s",
                vd_view_word(var->direction), var->name, k->view->in,
                text_of(keep[1], side || there),
                text_of(keep[0], !side || there));
  }
}

// Fields in another order are at another place.
static void compare_decls(Keep *k) {
  const VdMachine *const *pou = k->pou;
  for (uint32_t i = 0; i < vd_plc_pou(pou[0])->decls; i++) {
    const VdPlcDecl *a = &vd_plc_pou(pou[0])->decl[i],
                    *b = vd_view_find(pou[1], a);
    if (!*a->keep || !b || strcmp(a->keep, b->keep) != 0 || !a->vars ||
        !strcasecmp(a->type, b->type) || !is_hidden(k, 0, a->first) ||
        !is_first(k, a->name))
      continue;
    vd_view_add(k->view, &k->view->out->change, "%s %s%s is %s, was %s",
                vd_view_word(a->direction), a->name, k->view->in, b->type,
                a->type);
  }
}

// Globals are compared by themselves, but a variable may become one.
static bool is_meant(Keep *k, int side, uint32_t i, bool globals) {
  const VdMachineVar *var = &k->pou[side]->var[i];
  if (!*k->keep[side][i]) return false;
  if (k->user && vd_machine_find_var(k->user, var->name) == VD_NONE)
    return false;
  if (var->global == globals) return true;
  uint32_t other = vd_machine_find_var(k->pou[!side], var->name);
  return other != VD_NONE && k->pou[!side]->var[other].global == globals;
}

void vd_view_keeps(VdPlcView *view, const VdMachine *const pou[2], bool globals,
                   const VdMachine *user) {
  VdArena arena = {0};
  Keep k = {.view = view, .pou = {pou[0], pou[1]}, .user = user};
  for (int s = 0; s < 2; s++)
    k.keep[s] = vd_plc_keeps(view->plc[s], pou[s], &arena);
  compare_decls(&k);
  for (int s = 0; s < 2; s++) {
    k.hint = 0;
    for (uint32_t i = 0; i < pou[s]->vars; i++)
      if (is_meant(&k, s, i, globals)) compare(&k, s, i);
  }
  vd_names_done(&k.said);
  vd_arena_done(&arena);
}
