// What a contract says of frames: couplings, relations between the variables of
// an FB instance of both versions. They are candidates: a checker has to prove
// them before it uses them.
#include <strings.h>

#include "relate/contract_impl.h"

typedef struct Frames {
  VdTerms *tm;
  const VdMachines *const *machines;
  const VdContractSide *side;
  VdDiags *diags;
  VdContractCouplings *out;
  bool ok;
} Frames;

// One instance on each side; prefix is its path with a dot after it.
typedef struct Instance {
  const Frames *frames;
  const char *prefix[2];
} Instance;

static bool look(void *context, int side, const char *name,
                 VdContractName *out) {
  const Instance *in = context;
  const VdContractSide *s = &in->frames->side[side];
  VdBuf path = {0};
  vd_buf_printf(&path, "%s%s", in->prefix[side], name);
  uint32_t i = vd_machine_find_var(s->machine, vd_buf_text(&path));
  vd_buf_done(&path);
  if (i == VD_NONE) return false;
  const VdMachineVar *var = &s->machine->var[i];
  *out = (VdContractName){.name = var->name + strlen(in->prefix[side]),
                          .type = vd_contract_type_of(var),
                          .id = i};
  // Whatever is kept between two cycles may be named.
  out->input = out->output = s->input[i];
  if (!vd_term_is_none(s->input[i])) out->role = VD_USE_BOTH;
  if (var->direction == VD_DIR_CONSTANT) out->role = VD_USE_CONSTANT;
  return true;
}

static const char *list(void *context, int side, uint32_t i) {
  const Instance *in = context;
  const VdMachine *machine = in->frames->side[side].machine;
  size_t n = strlen(in->prefix[side]);
  if (i >= machine->vars) return NULL;
  const char *name = machine->var[i].name;
  return strncasecmp(name, in->prefix[side], n) ? "" : name + n;
}

static void add_all(Frames *f, const VdContractTermVec *terms,
                    const char *frame) {
  for (uint32_t i = 0; i < terms->len; i++) {
    VdContractCoupling coupling = {terms->at[i].term, terms->at[i].clause,
                                   frame};
    vd_push(f->out, coupling);
  }
}

static const char *path_of(VdArena *arena, const char *prefix,
                           const char *name) {
  return vd_arena_printf(arena, "%s%s", prefix, name);
}

static void add_frames(Frames *f, VdArena *arena, const VdContractBlock *outer,
                       const char *const prefix[2]);

// The clauses of a block, for one instance of each side.
static void add_instance(Frames *f, VdArena *arena, const VdContractBlock *b,
                         const VdMachineInstance *old,
                         const VdMachineInstance *new) {
  Instance in = {.frames = f};
  in.prefix[0] = path_of(arena, old->name, ".");
  in.prefix[1] = path_of(arena, new->name, ".");
  VdInterface interface = {
      .look = look, .list = list, .context = &in, .any_case = true};
  VdContractTerms terms;
  if (vd_contract_terms(f->tm, b, &interface, f->diags, &terms)) {
    add_all(f, &terms.part, new->name);
    add_all(f, &terms.ensure, new->name);
  } else {
    f->ok = false;
  }
  vd_contract_terms_done(&terms);
  add_frames(f, arena, b, in.prefix);
}

// All instances of a type that have their names on both sides.
static void add_type(Frames *f, VdArena *arena, const VdContractBlock *b,
                     const char *const prefix[2]) {
  const VdMachine *old = f->side[0].machine, *new = f->side[1].machine;
  size_t n[2] = {strlen(prefix[0]), strlen(prefix[1])};
  for (uint32_t i = 0; i < old->instances; i++) {
    const VdMachineInstance *a = &old->instance[i];
    if (strncasecmp(a->name, prefix[0], n[0]) ||
        strcasecmp(f->machines[0]->machine[a->machine].name, b->name[0]))
      continue;
    const VdMachineInstance *c =
        vd_machine_instance(new, path_of(arena, prefix[1], a->name + n[0]));
    if (c && !strcasecmp(f->machines[1]->machine[c->machine].name, b->name[1]))
      add_instance(f, arena, b, a, c);
  }
}

static void add_frames(Frames *f, VdArena *arena, const VdContractBlock *outer,
                       const char *const prefix[2]) {
  for (uint32_t i = 0; i < outer->frames; i++) {
    const VdContractBlock *b = &outer->frame[i];
    const VdMachineInstance *in[2];
    for (int k = 0; k < 2; k++) {
      const char *name = vd_contract_inside(outer->name[k], b->name[k]);
      in[k] = vd_machine_instance(f->side[k].machine,
                                  path_of(arena, prefix[k], name));
    }
    if (in[0] && in[1])
      add_instance(f, arena, b, in[0], in[1]);
    else
      add_type(f, arena, b, prefix);
  }
}

bool vd_contract_frames(VdTerms *tm, const VdContractBlock *block,
                        const VdMachines *const machines[2],
                        const VdContractSide side[2], VdDiags *diags,
                        VdContractCouplings *out) {
  static const char *const top[2] = {"", ""};
  VdArena arena = {0};
  Frames f = {tm, machines, side, diags, out, true};
  if (block) add_frames(&f, &arena, block, top);
  vd_arena_done(&arena);
  return f.ok;
}
