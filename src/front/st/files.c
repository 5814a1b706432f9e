// Files that are taken one by one, and what they say of each other.
#include "front/st/files.h"

#include <ctype.h>
#include <strings.h>

#include "front/st/named.h"
#include "front/st/std.h"
#include "front/st/surface.h"
#include "front/st/writers.h"

struct VdPlcFiles {
  VdArena arena;
  const VdPlc *const *plc;
  uint32_t n;
  VdNamed named;
};

VdPlcFiles *vd_plc_files_new(const VdPlc *const *plc, uint32_t n) {
  VdPlcFiles *files = vd_alloc(sizeof *files);
  files->plc = plc;
  files->n = n;
  files->named.arena = &files->arena;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t item = 0;
    for (uint32_t k = 0; plc[i] && k < plc[i]->parts; k++) {
      const VdPlcPart *part = &plc[i]->part[k];
      if (!k || part->text != part[-1].text)
        item = vd_named_put(&files->named, part->text, i);
      vd_named_call(&files->named, item, part->name);
    }
  }
  return files;
}

void vd_plc_files_free(VdPlcFiles *files) {
  if (!files) return;
  vd_named_done(&files->named);
  vd_arena_done(&files->arena);
  vd_free(files);
}

bool vd_plc_files_agree(VdPlcFiles *const side[2], uint32_t file,
                        const char *const text[2]) {
  VdDigest digest[2];
  for (int k = 0; k < 2; k++)
    digest[k] = vd_named_text(&side[k]->named, text[k], file);
  return vd_digest_eq(&digest[0], &digest[1]);
}

// ------------------------------------------------------------------ sharing
static bool has_addresses(const VdPlc *plc) {
  for (uint32_t i = 0; i < plc->all.machines; i++) {
    const VdPlcPou *pou = vd_plc_pou(&plc->all.machine[i]);
    for (uint32_t k = 0; k < pou->decls; k++)
      if (pou->decl[k].address) return true;
    if (pou->words && strchr(pou->words, '%')) return true;
  }
  return false;
}

static bool is_configured(const VdPlc *plc) {
  for (uint32_t i = 0; i < plc->facts; i++)
    if (plc->fact[i].kind == VD_PLC_FACT_CONFIG) return true;
  return plc->configured;
}

bool vd_plc_files_share(const VdPlcFiles *side) {
  uint32_t files = 0;
  bool shared = false;
  for (uint32_t i = 0; i < side->n; i++) {
    const VdPlc *plc = side->plc[i];
    if (!plc) continue;
    files++;
    shared = shared || vd_plc_pou(&plc->global)->decls || has_addresses(plc) ||
             is_configured(plc);
  }
  return files > 1 && shared;
}

// ------------------------------------------------------------------ writers
typedef struct Changes {
  VdPlcFiles *const *side;
  uint32_t file;
  const VdPlc *old, *new;  // of the file; old is NULL if it is new
  VdArena *arena;
  VdPlcSurface *out;
} Changes;

static const VdMachine *find_program(const VdPlc *plc, const char *name) {
  uint32_t at = plc ? vd_machine_find(&plc->all, name) : VD_NONE;
  if (at == VD_NONE || plc->all.machine[at].kind != VD_MACHINE_PROGRAM)
    return NULL;
  return &plc->all.machine[at];
}

// What a PROGRAM was, in its file or in any other.
static const VdPlc *find_old(const Changes *c, const char *name) {
  const VdPlcFiles *side = c->side[0];
  if (find_program(c->old, name)) return c->old;
  for (uint32_t i = 0; i < side->n; i++)
    if (find_program(side->plc[i], name)) return side->plc[i];
  return NULL;
}

static bool has_word(const char *text, const char *word) {
  size_t n = strlen(word);
  for (const char *at = text; (at = strcasestr(at, word)); at++) {
    bool begins =
        at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (begins && !(isalnum((unsigned char)at[n]) || at[n] == '_')) return true;
  }
  return false;
}

// A PROGRAM, and what it and all that it uses may write.
typedef struct Writer {
  const VdPlc *plc;
  const VdMachine *pou;
  VdPlcWriters writes;
} Writer;

static Writer writer_of(const VdPlc *plc, const char *name) {
  Writer w = {.plc = plc, .pou = find_program(plc, name)};
  if (w.pou)
    vd_plc_writers_add(&w.writes, plc, (uint32_t)(w.pou - plc->all.machine));
  return w;
}

// Of one that is not modelled only the words are known.
static bool may_write(const Writer *w, const VdMachine *owner,
                      const VdPlcDecl *decl) {
  if (!w->pou) return false;
  if (vd_plc_writers_reach(&w->writes, owner, decl)) return true;
  return w->pou->reason && decl->direction == VD_DIR_GLOBAL &&
         has_word(vd_plc_pou(w->pou)->words, decl->name);
}

static void compare_target(const Changes *c, const Writer *now,
                           const Writer *before, const VdMachine *owner,
                           const VdPlcDecl *decl) {
  if (!may_write(now, owner, decl) || may_write(before, owner, decl)) return;
  const char *name = decl->address ? decl->address : decl->name;
  if (now->pou->reason)
    vd_push(&c->out->open,
            vd_arena_printf(c->arena,
                            "what %s, which is not modelled, does to %s of "
                            "another file",
                            now->pou->name, name));
  else
    vd_push(&c->out->change,
            vd_arena_printf(c->arena, "%s of another file is written by %s",
                            name, now->pou->name));
}

static void compare_targets(const Changes *c, const Writer *now,
                            const Writer *before, const VdPlc *plc) {
  const VdMachine *global = &plc->global;
  for (uint32_t i = 0; i < vd_plc_pou(global)->decls; i++)
    compare_target(c, now, before, global, &vd_plc_pou(global)->decl[i]);
  for (uint32_t p = 0; p < plc->all.machines; p++) {
    const VdMachine *pou = &plc->all.machine[p];
    if (pou->kind != VD_MACHINE_PROGRAM) continue;
    for (uint32_t i = 0; i < vd_plc_pou(pou)->decls; i++)
      if (vd_view_is_placed(&vd_plc_pou(pou)->decl[i]))
        compare_target(c, now, before, pou, &vd_plc_pou(pou)->decl[i]);
  }
}

static void compare_writers(const Changes *c) {
  for (uint32_t p = 0; p < c->new->all.machines; p++) {
    const VdMachine *pou = &c->new->all.machine[p];
    if (pou->kind != VD_MACHINE_PROGRAM) continue;
    Writer now = writer_of(c->new, pou->name);
    Writer before = writer_of(find_old(c, pou->name), pou->name);
    for (uint32_t i = 0; i < c->side[0]->n; i++)
      if (i != c->file && c->side[0]->plc[i])
        compare_targets(c, &now, &before, c->side[0]->plc[i]);
    vd_plc_writers_done(&now.writes);
    vd_plc_writers_done(&before.writes);
  }
}

// -------------------------------------------------------------------- names
static bool speaks_of(const VdPlc *plc, const char *name) {
  for (uint32_t i = 0; i < plc->parts; i++)
    if (has_word(plc->part[i].text, name)) return true;
  return false;
}

// Another file took the standard one.
static bool took_standard(const Changes *c, const VdPlc *plc,
                          const char *name) {
  uint32_t at = vd_machine_find(&plc->all, name);
  if (at != VD_NONE) return plc->all.machine[at].library;
  return vd_std_find(c->arena, name) && speaks_of(plc, name);
}

static void compare_names(const Changes *c) {
  for (uint32_t p = 0; p < c->new->all.machines; p++) {
    const VdMachine *pou = &c->new->all.machine[p];
    if (pou->library) continue;
    uint32_t old = c->old ? vd_machine_find(&c->old->all, pou->name) : VD_NONE;
    if (old != VD_NONE && !c->old->all.machine[old].library) continue;
    bool taken = false;
    for (uint32_t i = 0; i < c->side[0]->n && !taken; i++)
      taken = i != c->file && c->side[0]->plc[i] &&
              took_standard(c, c->side[0]->plc[i], pou->name);
    if (taken)
      vd_push(&c->out->open,
              vd_arena_printf(c->arena,
                              "other files with this %s, which is new; they "
                              "were compared with the standard one",
                              pou->name));
  }
}

// -------------------------------------------------------------------- facts
static void list_acts(const Changes *c) {
  for (uint32_t i = 0; i < c->new->facts; i++) {
    const VdPlcFact *fact = &c->new->fact[i];
    if (fact->acts)
      vd_push(&c->out->change, vd_arena_printf(c->arena, "%s is new: %s",
                                               fact->name, fact->text));
    else if (fact->opaque && fact->kind == VD_PLC_FACT_OTHER)
      vd_push(&c->out->open,
              vd_arena_printf(c->arena, "%s, which is not modelled, is new",
                              fact->name));
  }
}

// Globals that are written as they were; others are named elsewhere.
static void compare_opaque(const Changes *c) {
  for (uint32_t i = 0; i < vd_plc_pou(&c->old->global)->decls; i++) {
    const VdPlcDecl *a = &vd_plc_pou(&c->old->global)->decl[i];
    const VdPlcDecl *b = vd_plc_find_decl(&c->new->global, a->name);
    if (!a->opaque || !b || !b->opaque ||
        !vd_view_same_text(a->opaque, b->opaque) ||
        vd_plc_files_agree(c->side, c->file,
                           (const char *[]){a->opaque, b->opaque}))
      continue;
    vd_push(&c->out->open,
            vd_arena_printf(c->arena,
                            "global %s, whose type is not modelled: a "
                            "declaration in another file has changed",
                            a->name));
  }
}

void vd_plc_files_changes(VdPlcFiles *const side[2], uint32_t file,
                          VdArena *arena, VdPlcSurface *out) {
  Changes c = {.side = side,
               .file = file,
               .old = side[0]->plc[file],
               .new = side[1]->plc[file],
               .arena = arena,
               .out = out};
  if (!c.new) return;
  compare_writers(&c);
  compare_names(&c);
  if (c.old)
    compare_opaque(&c);
  else
    list_acts(&c);
}
