// Changes of what a project has besides POUs: globals, types, configurations,
// and who writes what.
#include <ctype.h>
#include <strings.h>

#include "front/st/surface.h"
#include "front/st/writers.h"

// ------------------------------------------------------------------- units
static bool uses(const VdMachine *pou, const VdPlcDecl *decl) {
  size_t n = strlen(decl->name);
  for (uint32_t i = 0; i < pou->vars; i++) {
    const VdMachineVar *var = &pou->var[i];
    if (var->global && !strncasecmp(var->name, decl->name, n) &&
        (!var->name[n] || strchr(".[", var->name[n])))
      return true;
  }
  return false;
}

static void compare_global(VdPlcView *s, const VdPlcDecl *a) {
  const VdPlcDecl *b = vd_view_find(s->pou[1], a);
  if (!b && vd_view_is_told(s, 0, a) && !vd_view_is_anywhere(s, a)) return;
  if (vd_view_is_placed(a)) {
    vd_view_placed(s, a);
  } else if (!b) {
    vd_view_add(s, &s->out->change, "%s %s is not in the new version",
                vd_view_word(a->direction), a->name);
    return;
  } else {
    vd_view_decl(s, a, b);
    if (!vd_view_same_address(a, b))
      vd_view_add(s, &s->out->change, "%s %s is at %s, was at %s",
                  vd_view_word(a->direction), a->name,
                  b->address ? b->address : "no address",
                  a->address ? a->address : "no address");
  }
  if (b && strcasecmp(a->place, b->place))
    vd_view_add(s, &s->out->change, "%s %s is in %s, was in %s",
                vd_view_word(a->direction), a->name,
                *b->place ? b->place : "no list",
                *a->place ? a->place : "no list");
}

// ------------------------------------------------------------------ writers
// What was there, and others may have begun to write.
typedef struct Target {
  const VdMachine *pou;  // that declares it
  const VdPlcDecl *decl;
} Target;
typedef VD_VEC(Target) Targets;

static void add_targets(const VdMachine *pou, bool placed,
                        const VdMachine *user, Targets *out) {
  for (uint32_t i = 0; i < vd_plc_pou(pou)->decls; i++) {
    const VdPlcDecl *decl = &vd_plc_pou(pou)->decl[i];
    if ((!placed || vd_view_is_placed(decl)) && (!user || uses(user, decl)))
      vd_push(out, (Target){pou, decl});
  }
}

// Globals, and variables of PROGRAMs at addresses; those of a user, if there is
// one.
static void find_targets(const VdPlc *plc, const VdMachine *user,
                         Targets *out) {
  add_targets(&plc->global, false, user, out);
  for (uint32_t i = 0; i < plc->all.machines; i++)
    if (plc->all.machine[i].kind == VD_MACHINE_PROGRAM &&
        (!user || user == &plc->all.machine[i]))
      add_targets(&plc->all.machine[i], true, NULL, out);
}

static const char *target_name(const Target *t) {
  return t->decl->address ? t->decl->address : t->decl->name;
}

// A PROGRAM that is new and writes what was there is not only an addition.
static void compare_new(VdPlcView *s, uint32_t program, const Targets *target) {
  const VdMachine *pou = &s->plc[1]->all.machine[program];
  VdPlcWriters writers = {0};
  vd_plc_writers_add(&writers, s->plc[1], program);
  for (uint32_t i = 0; i < target->len; i++) {
    const Target *t = &target->at[i];
    if (!vd_plc_writers_reach(&writers, t->pou, t->decl)) continue;
    if (pou->reason)
      vd_view_add(s, &s->out->open,
                  "what %s, which is new and not modelled, does to %s",
                  pou->name, target_name(t));
    else
      vd_view_add(s, &s->out->change, "%s is written by %s, which is new",
                  target_name(t), pou->name);
  }
  vd_plc_writers_done(&writers);
}

// A variable of a PROGRAM that it writes now, at an address that it did not
// have. So it has no partner there; others may have one.
static void compare_begun(VdPlcView *s, const VdMachine *old,
                          const VdMachine *new, const VdMachineVar *var,
                          const Targets *target) {
  VdPlcSpan mine, its;
  VdPlcDecl like = {.address = var->address};
  if (var->result == VD_NONE || !vd_view_is_placed(&like) ||
      vd_view_has_address(old, &like) ||
      !vd_plc_span(var->address, var->bits, &mine))
    return;
  for (uint32_t i = 0; i < target->len; i++) {
    const Target *t = &target->at[i];
    if (t->pou != old && vd_plc_span(t->decl->address, t->decl->bits, &its) &&
        vd_plc_spans_meet(&mine, &its))
      vd_view_add(s, &s->out->change, "%s is written by %s, which did not",
                  t->decl->address, new->name);
  }
}

static void compare_old(VdPlcView *s, const VdMachine *old,
                        const VdMachine *new, const Targets *target) {
  if (vd_plc_pou(new)->whole) new = vd_plc_pou(new)->whole;
  for (uint32_t i = 0; i < new->vars; i++) {
    const VdMachineVar *var = &new->var[i];
    // Scalars of one variable have one address.
    bool again = i && var->address && new->var[i - 1].address &&
                 !strcasecmp(var->address, new->var[i - 1].address);
    if (var->address && !again) compare_begun(s, old, new, var, target);
  }
}

// What a PROGRAM was in the old version; VD_NONE if it is new.
static uint32_t old_number(const VdPlcView *s, const char *name) {
  const VdContract *contract = s->contract;
  for (uint32_t i = 0; contract && i < contract->blocks; i++)
    if (!strcasecmp(contract->block[i].name[1], name))
      name = contract->block[i].name[0];
  uint32_t old = vd_machine_find(&s->plc[0]->all, name);
  bool program =
      old != VD_NONE && s->plc[0]->all.machine[old].kind == VD_MACHINE_PROGRAM;
  return program ? old : VD_NONE;
}

static void compare_writers(VdPlcView *s, const VdMachine *user) {
  Targets target = {0};
  find_targets(s->plc[0], user, &target);
  for (uint32_t p = 0; p < s->plc[1]->all.machines; p++) {
    const VdMachine *pou = &s->plc[1]->all.machine[p];
    if (pou->kind != VD_MACHINE_PROGRAM) continue;
    uint32_t old = old_number(s, pou->name);
    if (old == VD_NONE)
      compare_new(s, p, &target);
    else
      compare_old(s, &s->plc[0]->all.machine[old], pou, &target);
  }
  vd_vec_done(&target);
}

// -------------------------------------------------------------------- facts
// The n-th of its name.
static const VdPlcFact *find_fact(const VdPlc *plc, const char *name,
                                  uint32_t n) {
  for (uint32_t i = 0; i < plc->facts; i++)
    if (vd_view_same_text(plc->fact[i].name, name) && n-- == 0)
      return &plc->fact[i];
  return NULL;
}

static uint32_t count_before(const VdPlc *plc, uint32_t fact) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < fact; i++)
    n += vd_view_same_text(plc->fact[i].name, plc->fact[fact].name);
  return n;
}

// Types of a project with programs are seen through its variables only.
static bool is_in_scope(const VdPlcView *s, const VdPlcFact *fact) {
  if (fact->kind != VD_PLC_FACT_TYPE) return true;
  for (uint32_t i = 0; i < s->plc[0]->all.machines; i++)
    if (s->plc[0]->all.machine[i].kind == VD_MACHINE_PROGRAM) return false;
  return true;
}

// Of what is not known every letter counts.
static bool same_fact_text(const VdPlcFact *a, const VdPlcFact *b) {
  return a->kind == VD_PLC_FACT_OTHER ? !strcmp(a->text, b->text)
                                      : vd_view_same_text(a->text, b->text);
}

static void compare_fact(VdPlcView *s, uint32_t i) {
  const VdPlcFact *a = &s->plc[0]->fact[i];
  const VdPlcFact *b =
      find_fact(s->plc[1], a->name, count_before(s->plc[0], i));
  if (!b) {
    bool unknown = a->kind == VD_PLC_FACT_OTHER;
    vd_view_add(s, unknown ? &s->out->open : &s->out->change,
                "%s is not in the new version", a->name);
  } else if (!same_fact_text(a, b)) {
    if (a->opaque || b->opaque)
      vd_view_add(s, &s->out->open, "%s, which is not modelled, is another",
                  a->name);
    else
      vd_view_add(s, &s->out->change, "%s is %s, was %s", a->name,
                  *b->text ? b->text : "nothing",
                  *a->text ? a->text : "nothing");
  }
}

static void compare_facts(VdPlcView *s) {
  for (uint32_t i = 0; i < s->plc[0]->facts; i++)
    if (is_in_scope(s, &s->plc[0]->fact[i])) compare_fact(s, i);
  for (uint32_t i = 0; i < s->plc[1]->facts; i++) {
    const VdPlcFact *b = &s->plc[1]->fact[i];
    if (!is_in_scope(s, b) ||
        find_fact(s->plc[0], b->name, count_before(s->plc[1], i)))
      continue;
    if (b->acts)
      vd_view_add(s, &s->out->change, "%s is new: %s", b->name, b->text);
    else if (b->opaque && b->kind == VD_PLC_FACT_OTHER)
      vd_view_add(s, &s->out->open, "%s, which is not modelled, is new",
                  b->name);
    else
      vd_view_add(s, &s->out->added, "%s", b->name);
  }
}

// POUs that PROGRAMs use which are not modelled: of these only the text is
// known, so what they keep is not seen in them.
static bool *find_parts(VdPlcView *s, int side) {
  const VdPlc *plc = s->plc[side];
  bool *part = VD_NEW_ARRAY(s->arena, bool, plc->all.machines + (size_t)1);
  for (uint32_t i = 0; i < plc->all.machines; i++)
    if (plc->all.machine[i].kind == VD_MACHINE_PROGRAM &&
        plc->all.machine[i].reason)
      vd_plc_reach(plc, i, part);
  for (uint32_t i = 0; i < plc->all.machines; i++)
    part[i] = part[i] && !plc->all.machine[i].library &&
              plc->all.machine[i].kind == VD_MACHINE_BLOCK;
  return part;
}

static void compare_parts(VdPlcView *s) {
  static const VdPlcPou undeclared = {.modifiers = ""};
  static const VdMachine nothing = {.declared = &undeclared};
  VdPlcView view = *s;
  for (int k = 0; k < 2; k++) {
    const bool *part = find_parts(s, k);
    for (uint32_t i = 0; i < s->plc[k]->all.machines; i++) {
      const VdMachine *pou = &s->plc[k]->all.machine[i];
      uint32_t other = vd_machine_find(&s->plc[!k]->all, pou->name);
      if (!part[i] || (k && other != VD_NONE)) continue;
      view.pou[k] = pou;
      view.pou[!k] =
          other == VD_NONE ? &nothing : &s->plc[!k]->all.machine[other];
      view.in = vd_arena_printf(s->arena, " of %s", pou->name);
      vd_view_keeps(&view, view.pou, false, NULL);
    }
  }
}

void vd_plc_unit_changes(const VdPlc *const plc[2], uint32_t only,
                         const VdContract *contract, VdArena *arena,
                         VdPlcSurface *out) {
  VdPlcView s = {.plc = {plc[0], plc[1]},
                 .pou = {&plc[0]->global, &plc[1]->global},
                 .contract = contract,
                 .arena = arena,
                 .out = out,
                 .in = ""};
  const VdMachine *user = only == VD_NONE ? NULL : &plc[0]->all.machine[only];
  for (uint32_t i = 0; i < vd_plc_pou(&plc[0]->global)->decls; i++)
    if (!user || uses(user, &vd_plc_pou(&plc[0]->global)->decl[i]))
      compare_global(&s, &vd_plc_pou(&plc[0]->global)->decl[i]);
  vd_view_keeps(&s, s.pou, true, user);
  compare_writers(&s, user);
  if (user) return;
  for (uint32_t i = 0; i < vd_plc_pou(&plc[1]->global)->decls; i++)
    if (!vd_view_find(&plc[0]->global, &vd_plc_pou(&plc[1]->global)->decl[i]))
      vd_view_add(&s, &out->added, "%s %s",
                  vd_view_word(vd_plc_pou(&plc[1]->global)->decl[i].direction),
                  vd_plc_pou(&plc[1]->global)->decl[i].name);
  compare_facts(&s);
  compare_parts(&s);
}
