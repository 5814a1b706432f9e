// veridiff OLD NEW, where they are PLC programs: read both, pair their
// PROGRAMs, compare them cycle by cycle.
#include <errno.h>
#include <strings.h>

#include "cli/cli.h"
#include "front/st/scope.h"
#include "front/st/st.h"
#include "report/trace.h"
#include "store/store.h"

typedef struct Run {
  const VdArgs *args;
  VdArena arena;
  VdFilePairs pairs;
  VD_VEC(const char *) project[2];  // files of a side that are one project
  uint64_t cycle;
  VdContract *contract;
  VdPlcFile *file;
  VdStore *store;
  VdDiags store_diags;
  VdProgress progress;
  VD_VEC(VdModule *) module;
  VdBuf error;
  uint32_t different;
  double start;
} Run;

static bool is_cancelled(void) {
  return *vd_signals_cancelled() != 0;
}

// ------------------------------------------------------------------ reading
static bool read_contract(Run *run) {
  VdDiags diags = {0};
  if (!run->args->contract) return true;
  run->contract = vd_contract_read(run->args->contract, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  return run->contract != NULL;
}

typedef struct Side {
  const char *const *path;
  uint32_t n;
  const char *name;
  VdStOptions options;
} Side;

static VdModule *read_files(const Side *s, VdDiags *diags, const VdPlc **plc) {
  return vd_st_read_files(s->path, s->n, s->name, &s->options, diags, plc);
}

static void try_side(void *context) {
  VdDiags diags = {0};
  const VdPlc *plc;
  VdModule *module = read_files(context, &diags, &plc);
  if (module) vd_plc_prepare(module);
}

static bool read_side(Run *run, int side, const char *path, const VdPlc **plc) {
  VdDiags diags = {0};
  uint32_t n = run->project[side].len;
  Side files = {.path = n ? run->project[side].at : &path,
                .n = n ? n : 1,
                .name = path,
                .options = {.cycle = run->cycle}};
  VdTrial trial = {.work = try_side,
                   .context = &files,
                   .path = path,
                   .seconds = vd_reading_seconds(run->args->timeout),
                   .memory = (size_t)run->args->memory << 20};
  VdModule *module =
      vd_trial_run(&trial, &diags) ? read_files(&files, &diags, plc) : NULL;
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  if (!module) return false;
  vd_plc_prepare(module);
  vd_push(&run->module, module);
  return true;
}

// ------------------------------------------------------------------ pairing
// The POU that was asked for; NULL: all.
static const char *name_asked(const VdArgs *args) {
  if (args->program) return args->program;
  return args->function ? args->function : args->explain;
}

// Programs are compared, and what no program uses.
static bool is_wanted(const Run *run, const bool *root, const VdPlc *plc,
                      uint32_t pou) {
  const char *name = name_asked(run->args);
  return name ? vd_plc_find_pou(plc, name) == pou : root[pou];
}

// The name of the new version's POU: a contract may rename it.
static const char *new_name(const Run *run, const char *old) {
  for (uint32_t i = 0; run->contract && i < run->contract->blocks; i++)
    if (!strcasecmp(run->contract->block[i].name[0], old))
      return run->contract->block[i].name[1];
  return old;
}

static bool add_patterns(Run *run, const VdWords *words, VdPatterns *out) {
  for (uint32_t i = 0; i < words->n; i++)
    vd_patterns_add(out, &run->arena, words->at[i]);
  return true;
}

static bool check_patterns(Run *run, const VdPatterns *patterns,
                           const char *option) {
  for (uint32_t i = 0; i < patterns->len; i++) {
    if (patterns->at[i].matches) continue;
    vd_buf_printf(&run->error, "option --%s: no variable fits '%s'", option,
                  patterns->at[i].text);
    return false;
  }
  return true;
}

// ---------------------------------------------------------------- comparing
static bool write_one(Run *run, const char *folder, const char *name,
                      const VdBuf *text) {
  const char *path = vd_arena_printf(&run->arena, "%s/%s", folder, name);
  if (vd_file_write(path, vd_buf_text(text), text->len)) return true;
  vd_buf_printf(&run->error, "option --emit-test: %s: %s", path,
                strerror(errno));
  return false;
}

// A test calls the body of a POU and knows variables by their names.
static bool has_test(const VdPlcItem *item) {
  const VdPlcTrace *trace = item->verdict.trace;
  if (item->pou[0]->kind == VD_PLC_FUNCTION) return false;
  for (uint32_t i = 0; i < trace->column.len; i++)
    if (strpbrk(trace->column.at[i].name, "(%")) return false;
  return true;
}

// The trace for a spreadsheet, a waveform viewer, and as a test that the old
// version passes.
static bool write_trace(Run *run, const VdFilePair *pair, VdPlcItem *item) {
  if (!run->args->emit_test || item->verdict.kind != VD_DIFFERENT) return true;
  const char *folder = vd_arena_printf(
      &run->arena, "%s/%s", run->args->emit_test, item->pou[1]->name);
  if (!vd_directory_make(run->args->emit_test) || !vd_directory_make(folder)) {
    vd_buf_printf(&run->error, "option --emit-test: %s: %s", folder,
                  strerror(errno));
    return false;
  }
  VdBuf csv = {0}, vcd = {0}, test = {0}, why = {0};
  const VdPlcTrace *trace = item->verdict.trace;
  VdTraceTest how = {.side = VD_TRACE_OLD,
                     .is_program = item->pou[0]->kind == VD_PLC_PROGRAM,
                     .source = pair->path[0]};
  vd_plc_trace_csv(trace, &csv);
  vd_plc_trace_vcd(trace, &vcd);
  bool ok = write_one(run, folder, "trace.csv", &csv) &&
            write_one(run, folder, "trace.vcd", &vcd);
  if (!has_test(item))
    vd_buf_printf(&why,
                  "%s: no replay.st, as it calls functions or actions, "
                  "or has variables at addresses",
                  item->pou[1]->name);
  else if (ok && vd_plc_trace_st(trace, &how, &test, &why))
    ok = write_one(run, folder, "replay.st", &test);
  if (why.len) vd_message(why.at);
  item->folder = folder;
  vd_buf_done(&csv);
  vd_buf_done(&vcd);
  vd_buf_done(&test);
  vd_buf_done(&why);
  return ok;
}

static bool compare_pous(Run *run, uint32_t i, const VdPlc *const plc[2],
                         const uint32_t pou[2]) {
  VdPlcPair *pair = VD_NEW(&run->arena, VdPlcPair);
  const VdContractBlock *block =
      run->contract ? vd_contract_find(run->contract, plc[0]->pou[pou[0]].name,
                                       plc[1]->pou[pou[1]].name, true)
                    : NULL;
  vd_plc_pair_init(pair, plc, pou, block, &run->arena);
  VdPlcItem item = {.pou = {&pair->pou[0], &pair->pou[1]}};
  VdPatterns inputs = {0}, outputs = {0};
  VdDiags diags = {0};
  add_patterns(run, &run->args->inputs, &inputs);
  add_patterns(run, &run->args->outputs, &outputs);
  VdPlcQuestion question = {
      .block = block,
      .seconds = run->args->timeout,
      .memory = (size_t)run->args->memory << 20,
      .budget.cancelled = vd_signals_cancelled(),
      .solver = {.program = run->args->solver,
                 .memory = (size_t)run->args->memory / 4 * 3,
                 .seed = (uint32_t)run->args->seed},
      .store = run->store,
      .verify = run->args->store == VD_STORE_VERIFY,
      .cycle = run->cycle};
  bool ok = true;
  for (int k = 0; ok && k < 2; k++) {
    ok = vd_plc_roles(&pair->pou[k], &inputs, &outputs, pair->role[k],
                      &run->error);
    question.side[k] = (VdPlcSide){plc[k], &pair->pou[k], pair->role[k]};
  }
  if (ok) vd_plc_pair_observe(pair);
  ok = ok && check_patterns(run, &inputs, "inputs") &&
       check_patterns(run, &outputs, "outputs");
  bool supported = !item.pou[0]->reason && !item.pou[1]->reason;
  if (ok && supported) ok = vd_plc_check_contract(&question, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  if (ok) {
    vd_progress_draw(&run->progress, 0, 1, run->different, item.pou[1]->name);
    vd_plc_pair_changes(pair, question.block, &run->arena, &item.surface);
    vd_plc_assume(&question, &run->arena);
    vd_plc_compare(&question, &run->arena, &item.verdict);
    vd_progress_clear(&run->progress);
    run->different += item.verdict.kind == VD_DIFFERENT;
    // A contract that cannot be met is a mistake of its author.
    if (item.verdict.kind == VD_FAILED && item.verdict.pos.file) {
      VdBuf text = {0};
      vd_pos_print(item.verdict.pos, &text);
      vd_buf_printf(&run->error, "%s: %s", vd_buf_text(&text),
                    item.verdict.why);
      vd_buf_done(&text);
      ok = false;
    }
  }
  ok = ok && write_trace(run, &run->pairs.list.at[i], &item);
  vd_push(&run->file[i].item, item);
  vd_vec_done(&inputs);
  vd_vec_done(&outputs);
  vd_vec_done(&question.assumption);
  return ok;
}

static bool is_same_part(Run *run, const VdPlc *const plc[2],
                         const uint32_t pou[2]) {
  const VdDigest *digest[2];
  VdPlcPair pair;
  VdPlcSurface surface = {0};
  for (int k = 0; k < 2; k++)
    digest[k] = &plc[k]->module->func.at[plc[k]->pou[pou[k]].func]->digest;
  vd_plc_pair_init(&pair, plc, pou, NULL, &run->arena);
  vd_plc_pair_changes(&pair, NULL, &run->arena, &surface);
  bool same = vd_digest_eq(digest[0], digest[1]) && !surface.change.len &&
              !surface.open.len;
  vd_plc_surface_done(&surface);
  return same;
}

static bool leads_to(const VdPlc *plc, uint32_t from, uint32_t to, bool *seen) {
  if (from == to) return true;
  if (seen[from]) return false;
  seen[from] = true;
  for (uint32_t i = 0; i < plc->pou[from].callees; i++)
    if (leads_to(plc, plc->pou[from].callee[i], to, seen)) return true;
  return false;
}

// Is a part in something that is modelled, and so was looked at?
static bool was_looked_at(Run *run, const VdPlc *plc, uint32_t part,
                          const VdPlcFile *file) {
  for (uint32_t i = 0; i < file->item.len; i++) {
    const VdPlcItem *item = &file->item.at[i];
    bool *seen = VD_NEW_ARRAY(&run->arena, bool, plc->pous + (size_t)1);
    uint32_t pou = vd_plc_find_pou(plc, item->pou[0]->name);
    if (item->verdict.kind != VD_UNSUPPORTED && pou != VD_PLC_NONE &&
        leads_to(plc, pou, part, seen))
      return true;
  }
  return false;
}

// Parts of programs that are not what they were: they were looked at where
// programs use them.
static void list_parts(Run *run, const VdPlc *const plc[2], const bool *root,
                       VdPlcFile *file) {
  for (uint32_t p = 0; p < plc[0]->pous; p++) {
    const VdPlcPou *old = &plc[0]->pou[p];
    if (root[p] || old->library) continue;
    uint32_t pou[2] = {p, vd_plc_find_pou(plc[1], old->name)};
    if (pou[1] != VD_PLC_NONE && is_same_part(run, plc, pou)) continue;
    if (was_looked_at(run, plc[0], p, file))
      vd_push(&file->part, old->name);
    else
      vd_push(&file->open_part, old->name);
  }
}

static void compare_rest(Run *run, const VdPlc *const plc[2], const bool *root,
                         VdPlcFile *file) {
  const char *name = name_asked(run->args);
  uint32_t only = name ? vd_plc_find_pou(plc[0], name) : VD_PLC_NONE;
  if (name && only == VD_PLC_NONE) return;
  vd_plc_unit_changes(plc, only, run->contract, &run->arena, &file->surface);
  file->described = !name && (plc[0]->global.decls || plc[0]->facts);
  if (!name) list_parts(run, plc, root, file);
}

static bool compare_file(Run *run, uint32_t i) {
  const VdFilePair *pair = &run->pairs.list.at[i];
  VdPlcFile *file = &run->file[i];
  const VdPlc *plc[2] = {NULL, NULL};
  VdDiags diags = {0};
  *file =
      (VdPlcFile){.name = pair->name, .path = {pair->path[0], pair->path[1]}};
  if (!pair->path[0] || !pair->path[1]) return true;
  for (int k = 0; k < 2; k++)
    if (!read_side(run, k, pair->path[k], &plc[k])) file->unread = true;
  if (file->unread) return true;
  bool ok = !run->contract || vd_contract_plc_names(run->contract, plc, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  const bool *root[2] = {vd_plc_roots(plc[0], &run->arena),
                         vd_plc_roots(plc[1], &run->arena)};
  for (uint32_t p = 0; ok && p < plc[0]->pous && !is_cancelled(); p++) {
    const VdPlcPou *old = &plc[0]->pou[p];
    if (!is_wanted(run, root[0], plc[0], p)) continue;
    uint32_t pou[2] = {p, vd_plc_find_pou(plc[1], new_name(run, old->name))};
    if (pou[1] == VD_PLC_NONE || plc[1]->pou[pou[1]].kind != old->kind)
      vd_push(&file->only[0], old->name);
    else
      ok = compare_pous(run, i, plc, pou);
  }
  for (uint32_t p = 0; ok && p < plc[1]->pous; p++) {
    const VdPlcPou *new = &plc[1]->pou[p];
    bool paired = vd_plc_find_pou(plc[0], new->name) != VD_PLC_NONE;
    for (uint32_t k = 0; k < file->item.len; k++)
      paired = paired || !strcasecmp(file->item.at[k].pou[1]->name, new->name);
    if (is_wanted(run, root[1], plc[1], p) && !paired)
      vd_push(&file->only[1], new->name);
  }
  if (ok) compare_rest(run, plc, root[0], file);
  return ok;
}

// ---------------------------------------------------------------- reporting
static int report_all(Run *run) {
  const VdArgs *args = run->args;
  VdBuf out = {0};
  VdPlcReport report = {.file = run->file,
                        .files = run->pairs.list.len,
                        .contract = args->contract,
                        .seconds = vd_now() - run->start,
                        .color = vd_color_wanted((VdColor)args->color, stdout),
                        .verbose = args->verbose,
                        .no_times = args->no_times,
                        .interrupted = is_cancelled(),
                        .frames = args->verbose || args->explain,
                        .strict = args->strict};
  VdPlcTally tally;
  vd_plc_report_tally(&report, &tally);
  const char *name = name_asked(args);
  if (name && !tally.pairs && !tally.alone && !tally.unread) {
    vd_buf_printf(&run->error, "no POU %s in %s or %s", name, args->operand[0],
                  args->operand[1]);
    return VD_CODE_USAGE;
  }
  if (args->json)
    vd_plc_report_json(&report, &out);
  else if (!args->quiet)
    vd_plc_report_text(&report, &out);
  bool ok = vd_output_write(&out, &run->error);
  vd_buf_done(&out);
  return ok ? vd_plc_report_exit_code(&report, &tally) : VD_CODE_USAGE;
}

// All files of a side become one pair of projects.
static void make_project(Run *run) {
  for (uint32_t i = 0; i < run->pairs.list.len; i++)
    for (int k = 0; k < 2; k++) {
      const char *path = run->pairs.list.at[i].path[k];
      if (path) vd_push(&run->project[k], path);
    }
  if (!run->pairs.list.len) return;
  run->pairs.list.len = 0;
  VdFilePair pair = {.name = "project"};
  for (int k = 0; k < 2; k++)
    if (run->project[k].len) pair.path[k] = run->args->operand[k];
  vd_push(&run->pairs.list, pair);
}

static int run_all(Run *run) {
  const VdArgs *args = run->args;
  if (!vd_cycle_read(args, &run->cycle, &run->error) || !read_contract(run) ||
      !vd_pairs_find(args->operand[0], args->operand[1], VD_FILES_PLC,
                     &run->pairs, &run->error))
    return VD_CODE_USAGE;
  if (args->project) make_project(run);
  run->file = VD_NEW_ARRAY(&run->arena, VdPlcFile, run->pairs.list.len);
  if (args->store != VD_STORE_NONE)
    run->store =
        vd_store_open(args->store_dir, args->store_key, &run->store_diags);
  vd_progress_init(&run->progress, stderr, !args->quiet);
  bool ok = true;
  for (uint32_t i = 0; ok && i < run->pairs.list.len && !is_cancelled(); i++)
    ok = compare_file(run, i);
  vd_store_close(run->store);
  vd_diags_show(&run->store_diags);
  return ok ? vd_rest_say(&run->pairs, report_all(run)) : VD_CODE_USAGE;
}

int vd_plc_command(const VdArgs *args) {
  Run run = {.args = args, .start = vd_now()};
  int code = run_all(&run);
  if (run.error.len) vd_message(run.error.at);
  for (uint32_t i = 0; run.file && i < run.pairs.list.len; i++) {
    VdPlcFile *file = &run.file[i];
    for (uint32_t k = 0; k < file->item.len; k++)
      vd_plc_verdict_done(&file->item.at[k].verdict);
    for (uint32_t k = 0; k < file->item.len; k++)
      vd_plc_surface_done(&file->item.at[k].surface);
    vd_plc_surface_done(&file->surface);
    vd_vec_done(&file->part);
    vd_vec_done(&file->open_part);
    vd_vec_done(&file->item);
    for (int k = 0; k < 2; k++) vd_vec_done(&file->only[k]);
  }
  for (uint32_t i = 0; i < run.module.len; i++)
    vd_module_free(run.module.at[i]);
  vd_vec_done(&run.module);
  for (int k = 0; k < 2; k++) vd_vec_done(&run.project[k]);
  vd_contract_free(run.contract);
  vd_diags_done(&run.store_diags);
  vd_pairs_done(&run.pairs);
  vd_buf_done(&run.error);
  vd_arena_done(&run.arena);
  return code;
}
