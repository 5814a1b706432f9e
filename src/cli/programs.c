// veridiff OLD NEW of PLC programs: reads both, pairs their POUs, and compares
// them cycle by cycle, those of all files at once.
#include <errno.h>
#include <strings.h>

#include "cli/session.h"
#include "front/st/files.h"
#include "front/st/st.h"
#include "report/trace.h"

// A pair of POUs in question.
typedef struct Asked {
  uint32_t file, item;  // in its comparison
  const VdMachine *pou[2];
} Asked;

typedef struct Own {
  VD_VEC(const char *) project[2];  // files of a side that are one project
  uint64_t cycle;
  VdContract *contract;
  VD_VEC(VdModule *) module;
  const VdPlc **plc;         // of file i: old at 2 * i, new at 2 * i + 1
  const VdPlc **by_side[2];  // the same, by file
  VdPlcFiles *side[2];
  bool identical;  // all files, byte for byte
  VD_VEC(VdMachineQuestion) question;
  VD_VEC(Asked) asked;  // by question
  VD_VEC(VdAsk) ask;
  VdComparison all;  // of all files; its items are those of the questions
} Own;

static Own *own_of(const VdSession *s) {
  return s->own;
}

// ------------------------------------------------------------------ reading
static bool set_up(VdSession *s, VdBuf *error) {
  VdDiags diags = {0};
  Own *own = VD_NEW(&s->arena, Own);
  const char *path = s->args->contract;
  s->own = own;
  if (!vd_cycle_read(s->args, &own->cycle, error)) return false;
  if (!s->options.only) s->options.only = s->args->program;
  if (path) own->contract = vd_contract_read(path, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  return !path || own->contract;
}

static bool is_identical(const VdFilePair *pair) {
  return pair->path[0] && pair->path[1] &&
         vd_files_have_same_bytes(pair->path[0], pair->path[1]);
}

// All files of a side become one pair of projects.
static void paired(VdSession *s) {
  Own *own = own_of(s);
  own->identical = s->pairs.rest.len == 0;
  for (uint32_t i = 0; i < s->pairs.list.len && own->identical; i++)
    own->identical = is_identical(&s->pairs.list.at[i]);
  if (!s->args->project || !s->pairs.list.len) return;
  for (uint32_t i = 0; i < s->pairs.list.len; i++)
    for (int k = 0; k < 2; k++) {
      const char *path = s->pairs.list.at[i].path[k];
      if (path) vd_push(&own->project[k], path);
    }
  VdFilePair pair = {.name = "project"};
  for (int k = 0; k < 2; k++)
    if (own->project[k].len) pair.path[k] = s->args->operand[k];
  s->pairs.list.len = 0;
  vd_push(&s->pairs.list, pair);
}

// Of file i / 2, like plc and the diagnostics of the session.
static VdModule *read_side(const VdSession *s, uint32_t i, VdDiags *diags,
                           const VdPlc **plc) {
  const Own *own = own_of(s);
  const char *path = s->pairs.list.at[i / 2].path[i % 2];
  uint32_t n = own->project[i % 2].len;
  VdStOptions options = {.cycle = own->cycle};
  VdModule *module = vd_st_read_files(n ? own->project[i % 2].at : &path,
                                      n ? n : 1, path, &options, diags, plc);
  if (module) vd_machine_prepare(module);
  return module;
}

// Sides of files that are there on both.
typedef struct Sides {
  const VdSession *s;
  uint32_t *at;  // each a number for read_side
  uint32_t n;
} Sides;

static void try_side(void *context, uint32_t i) {
  const Sides *sides = context;
  VdDiags diags = {0};
  const VdPlc *plc;
  read_side(sides->s, sides->at[i], &diags, &plc);
}

// Which of them a worker could read, by their numbers.
static const bool *try_sides(VdSession *s, Sides *sides) {
  uint32_t n = sides->n;
  const char **path = VD_NEW_ARRAY(&s->arena, const char *, n);
  VdDiags *diags = VD_NEW_ARRAY(&s->arena, VdDiags, n);
  bool *ok = VD_NEW_ARRAY(&s->arena, bool, 2 * s->pairs.list.len + (size_t)1);
  VdReading reading = vd_session_reading(s);
  VdTrials trials = {.work = try_side,
                     .context = sides,
                     .path = path,
                     .diags = diags,
                     .ok = VD_NEW_ARRAY(&s->arena, bool, n)};
  for (uint32_t i = 0; i < n; i++)
    path[i] = s->pairs.list.at[sides->at[i] / 2].path[sides->at[i] % 2];
  vd_trials_run(&trials, n, &reading);
  for (uint32_t i = 0; i < n; i++) {
    ok[sides->at[i]] = trials.ok[i];
    s->diags[sides->at[i]] = diags[i];
  }
  return ok;
}

// False with errors in diags, which are not shown yet.
static bool take_side(VdSession *s, uint32_t i, const bool *tried) {
  Own *own = own_of(s);
  VdModule *module =
      tried[i] ? read_side(s, i, &s->diags[i], &own->plc[i]) : NULL;
  if (module) vd_push(&own->module, module);
  return module != NULL;
}

// ------------------------------------------------------------------ pairing
// Programs are compared, and what no program uses; or what was asked for.
static bool is_wanted(const VdSession *s, const bool *root, const VdPlc *plc,
                      uint32_t pou) {
  const char *name = s->options.only;
  return name ? vd_machine_find(&plc->all, name) == pou : root[pou];
}

// The name of the new version's POU: a contract may rename it.
static const char *new_name(const VdSession *s, const char *old) {
  const VdContract *contract = own_of(s)->contract;
  for (uint32_t i = 0; contract && i < contract->blocks; i++)
    if (!strcasecmp(contract->block[i].name[0], old))
      return contract->block[i].name[1];
  return old;
}

static void add_patterns(VdSession *s, const VdWords *words, VdPatterns *out) {
  for (uint32_t i = 0; i < words->n; i++)
    vd_patterns_add(out, &s->arena, words->at[i]);
}

static bool check_patterns(const VdPatterns *patterns, const char *option,
                           VdBuf *error) {
  for (uint32_t i = 0; i < patterns->len; i++) {
    if (patterns->at[i].matches) continue;
    vd_buf_printf(error, "option --%s: no variable fits '%s'", option,
                  patterns->at[i].text);
    return false;
  }
  return true;
}

// What variables are to the outside, for both POUs of a pair.
static bool set_roles(VdSession *s, VdPlcPair *pair,
                      VdMachineQuestion *question, VdBuf *error) {
  VdPatterns inputs = {0}, outputs = {0};
  bool ok = true;
  add_patterns(s, &s->args->inputs, &inputs);
  add_patterns(s, &s->args->outputs, &outputs);
  for (int k = 0; ok && k < 2; k++) {
    ok = vd_machine_roles(&pair->pou[k], &inputs, &outputs, pair->role[k],
                          error);
    question->side[k] =
        (VdMachineSide){&pair->plc[k]->all, &pair->pou[k], pair->role[k]};
  }
  if (ok) vd_plc_pair_observe(pair);
  ok = ok && check_patterns(&inputs, "inputs", error) &&
       check_patterns(&outputs, "outputs", error);
  vd_vec_done(&inputs);
  vd_vec_done(&outputs);
  return ok;
}

// --------------------------------------------------------------------- items
static void add_gone(VdComparison *c, const char *name) {
  vd_comparison_say(c, VD_ITEM_CHANGE, NULL, name, "a POU that is gone")->gone =
      true;
}

static void add_surface(VdComparison *c, const char *name,
                        const VdPlcSurface *surface) {
  for (uint32_t i = 0; i < surface->change.len; i++)
    vd_comparison_say(c, VD_ITEM_CHANGE, NULL, name, surface->change.at[i]);
  for (uint32_t i = 0; i < surface->open.len; i++)
    vd_comparison_say(c, VD_ITEM_OPEN, NULL, name, surface->open.at[i]);
  for (uint32_t i = 0; i < surface->added.len; i++)
    vd_comparison_say(c, VD_ITEM_NEW_ONLY, NULL, surface->added.at[i], "");
}

// ----------------------------------------------------------------- questions
// Do two that are not modelled lead to declarations of other files that are not
// the same?
static bool is_apart(const Own *own, uint32_t file, const VdMachine pou[2]) {
  const char *text[2];
  for (int k = 0; k < 2; k++) {
    if (!pou[k].reason) return false;
    text[k] = vd_plc_pou(&pou[k])->words;
  }
  return !vd_plc_files_agree(own->side, file, text);
}

static bool ask(VdSession *s, uint32_t file, const uint32_t pou[2],
                VdBuf *error) {
  Own *own = own_of(s);
  const VdPlc *const plc[2] = {own->plc[2 * file], own->plc[2 * file + 1]};
  VdPlcPair *pair = VD_NEW(&s->arena, VdPlcPair);
  VdPlcSurface surface = {0};
  VdDiags diags = {0};
  VdMachineQuestion question = {.limits = vd_session_limits(s),
                                .solver = s->options.solver,
                                .cycle = own->cycle};
  if (own->contract)
    question.block =
        vd_contract_find(own->contract, plc[0]->all.machine[pou[0]].name,
                         plc[1]->all.machine[pou[1]].name, true);
  vd_plc_pair_init(pair, plc, pou, question.block, &s->arena);
  bool supported = !pair->pou[0].reason && !pair->pou[1].reason;
  bool ok = set_roles(s, pair, &question, error);
  if (ok && supported)
    ok = vd_machine_check_contract(&question, &s->arena, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  if (!ok) return false;
  vd_plc_pair_changes(pair, question.block, &s->arena, &surface);
  vd_plc_assume(&question, plc, &s->arena);
  question.apart = is_apart(own, file, pair->pou);
  VdComparison *c = &s->comparison[file];
  const char *name = pair->pou[1].name;
  if (s->explain && !strcasecmp(s->explain, name)) s->explain = name;
  Asked asked = {file, c->item.len, {&pair->pou[0], &pair->pou[1]}};
  VdAsk one = {.item = own->all.item.len, .group = own->ask.len};
  vd_comparison_say(c, VD_ITEM_PAIR, NULL, name, "");
  vd_comparison_say(&own->all, VD_ITEM_PAIR, NULL, name, "");
  add_surface(c, name, &surface);
  vd_plc_surface_done(&surface);
  vd_push(&own->question, question);
  vd_push(&own->asked, asked);
  vd_push(&own->ask, one);
  return true;
}

// What a POU of the new version is compared with; NULL if with none.
static const char *partner_of(const VdSession *s, uint32_t file,
                              const char *new) {
  const Own *own = own_of(s);
  for (uint32_t i = 0; i < own->asked.len; i++)
    if (own->asked.at[i].file == file &&
        !strcasecmp(own->asked.at[i].pou[1]->name, new))
      return own->asked.at[i].pou[0]->name;
  return NULL;
}

// A contract may give two POUs one partner, and so one of them is gone.
static void check_partner(VdSession *s, uint32_t file, const char *old,
                          const char *new) {
  const char *taken = partner_of(s, file, new);
  if (taken)
    vd_comparison_say(
        &s->comparison[file], VD_ITEM_CHANGE, NULL, old,
        vd_arena_printf(&s->arena,
                        "%s of the new version is the partner of %s too", new,
                        taken));
}

// A POU that is compared with none: new, or what a contract gives another
// partner has its name.
static void check_new(VdSession *s, uint32_t file, const VdPlc *old,
                      const VdMachine *new) {
  VdComparison *c = &s->comparison[file];
  if (partner_of(s, file, new->name)) return;
  if (vd_machine_find(&old->all, new->name) == VD_NONE)
    vd_comparison_say(c, VD_ITEM_NEW_ONLY, NULL, new->name, "");
  else if (strcasecmp(new_name(s, new->name), new->name) != 0)
    vd_comparison_say(
        c, VD_ITEM_CHANGE, NULL, new->name,
        vd_arena_printf(&s->arena,
                        "is another POU now: what it was is compared "
                        "with %s",
                        new_name(s, new->name)));
}

static bool ask_file(VdSession *s, uint32_t file, VdBuf *error) {
  Own *own = own_of(s);
  const VdPlc *const plc[2] = {own->plc[2 * file], own->plc[2 * file + 1]};
  const VdMachines *const all[2] = {&plc[0]->all, &plc[1]->all};
  VdComparison *c = &s->comparison[file];
  VdDiags diags = {0};
  bool ok = !own->contract || vd_contract_names(own->contract, all, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  const bool *root[2] = {vd_plc_roots(plc[0], &s->arena),
                         vd_plc_roots(plc[1], &s->arena)};
  for (uint32_t p = 0; ok && p < plc[0]->all.machines; p++) {
    const VdMachine *old = &plc[0]->all.machine[p];
    if (!is_wanted(s, root[0], plc[0], p)) continue;
    uint32_t pou[2] = {p,
                       vd_machine_find(&plc[1]->all, new_name(s, old->name))};
    if (pou[1] == VD_NONE || plc[1]->all.machine[pou[1]].kind != old->kind)
      add_gone(c, old->name);
    else {
      check_partner(s, file, old->name, plc[1]->all.machine[pou[1]].name);
      ok = ask(s, file, pou, error);
    }
  }
  for (uint32_t p = 0; ok && p < plc[1]->all.machines; p++) {
    const VdMachine *new = &plc[1]->all.machine[p];
    if (is_wanted(s, root[1], plc[1], p)) check_new(s, file, plc[0], new);
  }
  return ok;
}

// ------------------------------------------------------------------- parts
// code: it is not the same in what it does.
static bool is_same_part(VdSession *s, const VdPlc *const plc[2],
                         const uint32_t pou[2], bool *code) {
  const VdDigest *digest[2];
  VdPlcPair pair;
  VdPlcSurface surface = {0};
  for (int k = 0; k < 2; k++)
    digest[k] =
        &plc[k]->all.module->func.at[plc[k]->all.machine[pou[k]].func]->digest;
  vd_plc_pair_init(&pair, plc, pou, NULL, &s->arena);
  vd_plc_pair_changes(&pair, NULL, &s->arena, &surface);
  *code = !vd_digest_eq(digest[0], digest[1]);
  bool same = !*code && !surface.change.len && !surface.open.len;
  vd_plc_surface_done(&surface);
  return same;
}

static bool calls(const VdPlc *plc, uint32_t from, uint32_t to, bool *seen) {
  if (from == to) return true;
  if (seen[from]) return false;
  seen[from] = true;
  const VdPlcPou *pou = vd_plc_pou(&plc->all.machine[from]);
  for (uint32_t i = 0; i < pou->callees; i++)
    if (pou->called[i] && calls(plc, pou->callee[i], to, seen)) return true;
  return false;
}

static bool is_called(VdSession *s, const VdPlc *plc, const VdMachine *from,
                      uint32_t part) {
  if (part == VD_NONE) return false;
  bool *seen = VD_NEW_ARRAY(&s->arena, bool, plc->all.machines + (size_t)1);
  return calls(plc, vd_machine_find(&plc->all, from->name), part, seen);
}

// Is a part in something that is modelled, and so was looked at? code: it is
// called there; an FB that is only declared leads to none of its code.
static bool was_looked_at(VdSession *s, uint32_t file, const uint32_t part[2],
                          bool code) {
  const Own *own = own_of(s);
  const VdPlc *const *plc = &own->plc[2 * file];
  for (uint32_t i = 0; i < own->asked.len; i++) {
    const Asked *asked = &own->asked.at[i];
    if (asked->file != file) continue;
    bool *seen =
        VD_NEW_ARRAY(&s->arena, bool, plc[0]->all.machines + (size_t)1);
    uint32_t pou = vd_machine_find(&plc[0]->all, asked->pou[0]->name);
    const VdItem *item = &s->comparison[file].item.at[asked->item];
    if (item->verdict.kind == VD_UNSUPPORTED || pou == VD_NONE) continue;
    vd_plc_reach(plc[0], pou, seen);
    if (pou != part[0] && !seen[part[0]]) continue;
    if (!code) return true;
    for (int k = 0; k < 2; k++)
      if (is_called(s, plc[k], asked->pou[k], part[k])) return true;
  }
  return false;
}

// Actions that the body calls are a part of it. Others may be called from
// outside, or by code that is not modelled.
static void list_actions(VdSession *s, uint32_t file, const VdMachine *old,
                         const VdMachine *new) {
  const VdPlcPou *a = vd_plc_pou(old), *b = vd_plc_pou(new);
  for (uint32_t i = 0; !old->reason && !new->reason &&i < a->actions; i++) {
    uint32_t k = 0;
    while (k < b->actions && strcasecmp(a->action[i], b->action[k])) k++;
    if (a->action_called[i] ||
        (k < b->actions &&
         vd_digest_eq(&a->action_text[i], &b->action_text[k])))
      continue;
    vd_comparison_say(
        &s->comparison[file], VD_ITEM_OPEN, NULL, old->name,
        vd_arena_printf(&s->arena, "the action %s %s", a->action[i],
                        k < b->actions ? "has changed, and nothing that "
                                         "is compared calls it"
                                       : "is not in the new version"));
  }
}

// Parts of programs that are not what they were: they were looked at where
// programs use them.
static void list_parts(VdSession *s, uint32_t file) {
  const Own *own = own_of(s);
  const VdPlc *const plc[2] = {own->plc[2 * file], own->plc[2 * file + 1]};
  const bool *root = vd_plc_roots(plc[0], &s->arena);
  VdComparison *c = &s->comparison[file];
  for (uint32_t p = 0; p < plc[0]->all.machines; p++) {
    const VdMachine *old = &plc[0]->all.machine[p];
    if (root[p] || old->library) continue;
    uint32_t pou[2] = {p, vd_machine_find(&plc[1]->all, old->name)};
    if (pou[1] != VD_NONE)
      list_actions(s, file, old, &plc[1]->all.machine[pou[1]]);
    bool code = true;
    if (pou[1] != VD_NONE && is_same_part(s, plc, pou, &code)) continue;
    if (was_looked_at(s, file, pou, code))
      vd_comparison_say(c, VD_ITEM_PART, NULL, old->name, "");
    else
      vd_comparison_say(c, VD_ITEM_OPEN, NULL, old->name,
                        "changed, and no program that is compared calls it");
  }
}

static void compare_rest(VdSession *s, uint32_t file) {
  Own *own = own_of(s);
  const VdPlc *const plc[2] = {own->plc[2 * file], own->plc[2 * file + 1]};
  const char *name = s->options.only;
  uint32_t only = name ? vd_machine_find(&plc[0]->all, name) : VD_NONE;
  VdPlcSurface surface = {0};
  VdComparison *c = &s->comparison[file];
  c->nothing = name || (!vd_plc_pou(&plc[0]->global)->decls && !plc[0]->facts);
  if (name && only == VD_NONE) return;
  vd_plc_unit_changes(plc, only, own->contract, &s->arena, &surface);
  add_surface(c, "declarations", &surface);
  vd_plc_surface_done(&surface);
  if (!name) list_parts(s, file);
}

// -------------------------------------------------------------------- traces
static bool write_one(VdSession *s, const char *folder, const char *name,
                      const VdBuf *text, VdBuf *error) {
  const char *path = vd_arena_printf(&s->arena, "%s/%s", folder, name);
  if (vd_file_write(path, vd_buf_text(text), text->len)) return true;
  vd_buf_printf(error, "option --emit-test: %s: %s", path, strerror(errno));
  return false;
}

// A test calls the body of a POU and knows variables by their names.
static bool has_test(const Asked *asked, const VdCycleTrace *trace) {
  if (asked->pou[0]->kind == VD_MACHINE_FUNCTION) return false;
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (strpbrk(trace->column.at[i].name, "(%")) return false;
  return true;
}

// As a test that the old version passes, where there can be one.
static bool write_test(VdSession *s, const Asked *asked, const char *folder,
                       const VdCycleTrace *trace, VdBuf *error) {
  VdBuf test = {0}, why = {0};
  VdTraceTest how = {.side = VD_TRACE_OLD,
                     .is_program = asked->pou[0]->kind == VD_MACHINE_PROGRAM,
                     .source = s->pairs.list.at[asked->file].path[0]};
  bool ok = true;
  if (!has_test(asked, trace))
    vd_buf_printf(&why,
                  "%s: no replay.st, as it calls functions or actions, "
                  "or has variables at addresses",
                  asked->pou[1]->name);
  else if (vd_cycle_trace_st(trace, &how, &test, &why))
    ok = write_one(s, folder, "replay.st", &test, error);
  if (why.len) vd_message(why.at);
  vd_buf_done(&test);
  vd_buf_done(&why);
  return ok;
}

// The trace for a spreadsheet, a waveform viewer, and as a test.
static bool write_trace(VdSession *s, const Asked *asked, VdVerdict *v,
                        VdBuf *error) {
  if (!s->args->emit_test || v->kind != VD_DIFFERENT) return true;
  const char *folder = vd_arena_printf(&s->arena, "%s/%s", s->args->emit_test,
                                       asked->pou[1]->name);
  if (!vd_directory_make(s->args->emit_test) || !vd_directory_make(folder)) {
    vd_buf_printf(error, "option --emit-test: %s: %s", folder, strerror(errno));
    return false;
  }
  VdBuf csv = {0}, vcd = {0};
  const VdCycleTrace *trace = v->evidence.run->trace;
  vd_cycle_trace_csv(trace, &csv);
  vd_cycle_trace_vcd(trace, &vcd);
  bool ok = write_one(s, folder, "trace.csv", &csv, error) &&
            write_one(s, folder, "trace.vcd", &vcd, error) &&
            write_test(s, asked, folder, trace, error);
  v->evidence.run->folder = folder;
  vd_buf_done(&csv);
  vd_buf_done(&vcd);
  return ok;
}

// ---------------------------------------------------------------------- run
// What was asked for in particular must be looked at.
static bool is_asked_for(const VdSession *s) {
  return s->options.only || s->args->contract || s->args->inputs.n ||
         s->args->outputs.n;
}

static const VdDiag *first_error(const VdDiags *diags) {
  for (uint32_t i = 0; i < diags->list.len; i++)
    if (diags->list.at[i].severity == VD_ERROR) return &diags->list.at[i];
  return NULL;
}

static void forget_errors(VdDiags *diags) {
  vd_diags_done(diags);
  *diags = (VdDiags){0};
}

// Two versions that nobody understands are the same if no byte of theirs, and
// of what they may refer to, is another one.
static void take_text(VdSession *s, uint32_t file) {
  VdComparison *c = &s->comparison[file];
  VdDiags *diags = &s->diags[2 * file];
  const VdDiag *error = first_error(&diags[0]);
  VdBuf pos = {0};
  if (error) vd_pos_print(error->pos, &pos);
  VdVerdict *v =
      &vd_comparison_say(c, VD_ITEM_PAIR, NULL, s->pairs.list.at[file].name, "")
           ->verdict;
  vd_verdict_same(v, NULL, "source", VD_TERMINATES_ALIKE);
  vd_verdict_note(&c->arena, v, VD_NOTE_TEXT,
                  "identical text, not understood: %s: %s", vd_buf_text(&pos),
                  error ? error->text : "it cannot be read");
  vd_buf_done(&pos);
  for (int k = 0; k < 2; k++) forget_errors(&diags[k]);
  vd_session_take(s, file);
}

static void read_pair(VdSession *s, uint32_t file, const bool *tried) {
  VdDiags *diags = &s->diags[2 * file];
  bool old = take_side(s, 2 * file, tried);
  bool new = take_side(s, 2 * file + 1, tried);
  if (!old && !new && own_of(s)->identical && !is_asked_for(s)) {
    take_text(s, file);
    return;
  }
  for (int k = 0; k < 2; k++) vd_diags_show(&diags[k]);
}

// Others may refer to what was in it.
static void read_gone(VdSession *s, uint32_t file, const bool *tried) {
  vd_session_gone(s, file);
  take_side(s, 2 * file, tried);
  forget_errors(&s->diags[2 * file]);
}

// A new file may act on those that were there.
static void read_new(VdSession *s, uint32_t file, const bool *tried) {
  if (!take_side(s, 2 * file + 1, tried) && !s->options.only) {
    vd_comparison_say(&s->comparison[file], VD_ITEM_OPEN, NULL,
                      s->pairs.list.at[file].name,
                      "a file that is new, and is not understood");
    vd_session_take(s, file);
  }
  forget_errors(&s->diags[2 * file + 1]);
}

static void read_all(VdSession *s) {
  uint32_t n = s->pairs.list.len;
  Sides sides = {.s = s, .at = VD_NEW_ARRAY(&s->arena, uint32_t, 2 * n)};
  for (uint32_t i = 0; i < 2 * n; i++)
    if (s->pairs.list.at[i / 2].path[i % 2]) sides.at[sides.n++] = i;
  const bool *tried = try_sides(s, &sides);
  for (uint32_t i = 0; i < n; i++) {
    const VdFilePair *pair = &s->pairs.list.at[i];
    if (vd_session_cancelled()) break;
    if (!pair->path[1])
      read_gone(s, i, tried);
    else if (!pair->path[0])
      read_new(s, i, tried);
    else
      read_pair(s, i, tried);
  }
}

static void connect(VdSession *s) {
  Own *own = own_of(s);
  uint32_t n = s->pairs.list.len;
  for (uint32_t k = 0; k < 2; k++) {
    own->by_side[k] = VD_NEW_ARRAY(&s->arena, const VdPlc *, n + (size_t)1);
    for (uint32_t i = 0; i < n; i++) own->by_side[k][i] = own->plc[2 * i + k];
    own->side[k] = vd_plc_files_new(own->by_side[k], n);
  }
}

static bool is_read(const Own *own, uint32_t file) {
  return own->plc[2 * file] && own->plc[2 * file + 1];
}

static bool ask_all(VdSession *s, VdBuf *error) {
  bool ok = true;
  read_all(s);
  connect(s);
  for (uint32_t i = 0; i < s->pairs.list.len && ok; i++)
    if (is_read(own_of(s), i)) ok = ask_file(s, i, error);
  return ok;
}

static void drive(VdSession *s) {
  Own *own = own_of(s);
  VdDrive drive = {.kind = &vd_machine_kind,
                   .context = own->question.at,
                   .ask = own->ask.at,
                   .n = own->ask.len,
                   .limits = vd_session_limits(s),
                   .store = s->store,
                   .verify = s->verify,
                   .watch = {vd_session_progress, s},
                   .out = &own->all};
  vd_drive(&drive);
}

// Verdicts go to the comparisons of their files. A contract that cannot be met
// is a mistake of its author.
static bool hand_out(VdSession *s, VdBuf *error) {
  Own *own = own_of(s);
  for (uint32_t q = 0; q < own->asked.len; q++) {
    const Asked *asked = &own->asked.at[q];
    VdVerdict *v = &s->comparison[asked->file].item.at[asked->item].verdict;
    *v = own->all.item.at[q].verdict;
    own->all.item.at[q].verdict = (VdVerdict){0};
    if (v->reason == VD_REASON_CONTRACT) {
      vd_pos_print(v->pos, error);
      vd_buf_printf(error, ": %s", v->why);
      return false;
    }
    if (!write_trace(s, asked, v, error)) return false;
  }
  return true;
}

// What a file of several does to the others.
static void compare_others(VdSession *s, uint32_t file) {
  Own *own = own_of(s);
  VdPlcSurface surface = {0};
  if (s->options.only || s->pairs.list.len < 2) return;
  vd_plc_files_changes(own->side, file, &s->arena, &surface);
  add_surface(&s->comparison[file], "declarations", &surface);
  if (!own->plc[2 * file] && s->comparison[file].item.len)
    vd_session_take(s, file);
  vd_plc_surface_done(&surface);
}

static void assume_apart(VdSession *s) {
  const Own *own = own_of(s);
  if (own->identical ||
      (!vd_plc_files_share(own->side[0]) && !vd_plc_files_share(own->side[1])))
    return;
  for (uint32_t i = 0; i < s->pairs.list.len; i++) {
    if (!is_read(own, i)) continue;
    vd_push(&s->comparison[i].assumption,
            "each file is a project of its own (--project takes them as one)");
    return;
  }
}

static bool compare(VdSession *s, VdBuf *error) {
  Own *own = own_of(s);
  uint32_t n = s->pairs.list.len;
  own->plc = VD_NEW_ARRAY(&s->arena, const VdPlc *, 2 * n + 1);
  if (!ask_all(s, error)) return false;
  drive(s);
  if (!hand_out(s, error)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (is_read(own, i)) compare_rest(s, i);
    compare_others(s, i);
    if (is_read(own, i)) vd_session_take(s, i);
  }
  assume_apart(s);
  if (n) {
    s->comparison[0].hits = own->all.hits;
    s->comparison[0].misses = own->all.misses;
    s->comparison[0].checked = own->all.checked;
  }
  return true;
}

static void done(VdSession *s) {
  Own *own = own_of(s);
  if (!own) return;
  for (uint32_t i = 0; i < own->question.len; i++)
    vd_machine_question_done(&own->question.at[i]);
  for (uint32_t i = 0; i < own->module.len; i++)
    vd_module_free(own->module.at[i]);
  vd_vec_done(&own->question);
  vd_vec_done(&own->asked);
  vd_vec_done(&own->ask);
  vd_vec_done(&own->module);
  for (int k = 0; k < 2; k++) {
    vd_vec_done(&own->project[k]);
    vd_plc_files_free(own->side[k]);
  }
  vd_comparison_done(&own->all);
  vd_contract_free(own->contract);
}

static const VdFilesKind files = {
    vd_st_is_input,
    "expected a PLC program (.st, .iecst, .xml) as the other version is",
    "no .st, .iecst or .xml file below"};

const VdFront vd_front_st = {.command = "compare",
                             .noun = "program",
                             .files = &files,
                             .set_up = set_up,
                             .paired = paired,
                             .compare = compare,
                             .done = done};
