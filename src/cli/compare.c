// veridiff OLD NEW: find the files, read them all at once, compare them pair by
// pair, and report. A file that cannot be read costs its own pair only; ^C ends
// the run between two steps, and what was settled is reported.
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "drive/drive.h"
#include "front/c/native.h"
#include "store/store.h"

typedef struct Run {
  const VdArgs *args;
  VdArena arena;
  VdOptions options;
  const char *const *flags;
  VdFilePairs pairs;
  VdModule **module;  // of pair i: old at 2 * i, new at 2 * i + 1
  VdDiags *diags;     // as above
  VdComparison *comparison;
  VdFileReport *file;
  VdStore *store;  // NULL: none
  VdDiags store_diags;
  VdProgress progress;
  uint32_t settled, total;  // pairs of functions in earlier files, in all
  uint32_t different;       // in earlier files
  double start;
} Run;

static bool is_cancelled(void) {
  return *vd_signals_cancelled() != 0;
}

// In the report: pairs of files, then what is not read, unless only a function
// is asked for.
static uint32_t count_files(const Run *run) {
  return run->pairs.list.len + (run->options.only ? 0 : run->pairs.rest.len);
}

// ------------------------------------------------------------------- set-up

static bool choose_function(Run *run, VdBuf *error) {
  const VdArgs *args = run->args;
  run->options.only = args->function ? args->function : args->explain;
  if (!args->function || !args->explain) return true;
  if (strcmp(args->function, args->explain) == 0) return true;
  vd_buf_printf(error, "--function %s and --explain %s: expected one name",
                args->function, args->explain);
  return false;
}

static bool make_emit_test(const VdArgs *args, VdBuf *error) {
  if (!args->emit_test || vd_directory_make(args->emit_test)) return true;
  vd_buf_printf(error, "option --emit-test: %s: %s", args->emit_test,
                strerror(errno));
  return false;
}

static bool split_flags(Run *run, VdBuf *error) {
  const char *cflags = run->args->cflags ? run->args->cflags : "";
  VdBuf why = {0};
  run->flags = vd_words_split(&run->arena, cflags, &why);
  if (!run->flags) vd_buf_printf(error, "option --cflags: %s", why.at);
  vd_buf_done(&why);
  return run->flags != NULL;
}

// Why the file cannot be run, or NULL.
static const char *why_not_run(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return strerror(errno);
  if (S_ISDIR(info.st_mode)) return strerror(EISDIR);
  return access(path, X_OK) == 0 ? NULL : strerror(errno);
}

// The shell runs the command, so the shell says whether it knows the name.
static const char *why_not_found(const char *name) {
  enum { PATIENCE = 5 };  // seconds
  const char *argv[] = {"sh", "-c", "command -v \"$0\"", name, NULL};
  VdBudget budget = vd_budget_of(PATIENCE);
  VdRun run = {0};
  vd_run(argv, NULL, &budget, &run);
  int status = run.status;
  vd_run_done(&run);
  return status == 0 ? NULL : "not found";
}

// The first word of --solver must name a program: else each pair would be
// undecided for the same reason. Assignments and the like are left to the
// shell.
static bool check_solver(Run *run, VdBuf *error) {
  const char *command = run->args->solver, *wrong;
  if (!command) return true;
  VdBuf why = {0};
  const char *const *word = vd_words_split(&run->arena, command, &why);
  if (!word)
    wrong = vd_arena_str(&run->arena, vd_buf_text(&why));
  else if (!word[0])
    wrong = "expected a program";
  else if (strpbrk(word[0], "=$`;&|<>(){}!~*?[#"))
    wrong = NULL;
  else
    wrong =
        strchr(word[0], '/') ? why_not_run(word[0]) : why_not_found(word[0]);
  if (wrong) vd_buf_printf(error, "--solver %s: %s", command, wrong);
  vd_buf_done(&why);
  return !wrong;
}

// Of a function of C the inputs are not typed: 0xffffffff may be -1.
static bool check_contract(const VdArgs *args, VdBuf *error) {
  if (args->contract)
    vd_buf_printf(error,
                  "option --contract %s: contracts are for PLC programs; "
                  "functions are compared on all inputs",
                  args->contract);
  if (args->project)
    vd_buf_str(error, "option --project: projects are of PLC programs");
  return !args->contract && !args->project;
}

static bool set_up(Run *run, VdBuf *error) {
  const VdArgs *args = run->args;
  VdOptions *options = &run->options;
  vd_options_init(options);
  options->timeout = args->timeout;
  options->memory = (size_t)args->memory << 20;
  options->jobs = (uint32_t)args->jobs;
  options->unroll = (uint32_t)args->unroll;
  options->strategy = (VdStrategy)args->strategy;
  options->reals = args->fp == 1;
  options->store = (VdStoreMode)args->store;
  options->emit_test = args->emit_test;
  options->seed = args->seed;
  options->solver.program = args->solver;
  // Below the limit of the worker, so that the solver can say that it gave up.
  options->solver.memory = (size_t)args->memory / 4 * 3;
  options->solver.seed = (uint32_t)args->seed;
  options->budget.cancelled = vd_signals_cancelled();
  return check_contract(args, error) && choose_function(run, error) &&
         split_flags(run, error) &&
         vd_pairs_find(args->operand[0], args->operand[1], VD_FILES_C,
                       &run->pairs, error) &&
         vd_commands_check(args, error) && check_solver(run, error) &&
         make_emit_test(args, error);
}

// ------------------------------------------------------------------ reading

static void show_diags(const Run *run) {
  for (uint32_t i = 0; i < 2 * run->pairs.list.len; i++) {
    vd_diags_show(&run->diags[i]);
  }
}

static const char *to_read(const Run *run, uint32_t i) {
  return run->pairs.list.at[i / 2].path[i % 2];
}

// Files on one side only too: what they show to others is gone, or is new.
static void read_all(Run *run) {
  uint32_t n = run->pairs.list.len, paths = 0;
  const char **path = VD_NEW_ARRAY(&run->arena, const char *, 2 * n);
  VdModule **module = VD_NEW_ARRAY(&run->arena, VdModule *, 2 * n);
  VdDiags *diags = VD_NEW_ARRAY(&run->arena, VdDiags, 2 * n);
  VdReading reading = {.flags = run->flags,
                       .commands = run->args->compile_commands,
                       .jobs = run->options.jobs,
                       .seconds = vd_reading_seconds(run->options.timeout),
                       .memory = run->options.memory,
                       .budget = run->options.budget};
  for (uint32_t i = 0; i < 2 * n; i++) {
    const char *one = to_read(run, i);
    if (one) path[paths++] = one;
  }
  vd_modules_read(path, paths, &reading, module, diags);
  paths = 0;
  for (uint32_t i = 0; i < 2 * n; i++) {
    const char *one = to_read(run, i);
    if (!one) run->module[i] = vd_module_new("");
    if (!one) continue;
    run->module[i] = module[paths];
    run->diags[i] = diags[paths++];
  }
}

// ---------------------------------------------------------------- comparing

static bool has_body(const VdFunc *func) {
  return func->kind == VD_FUNC_DEFINED || func->kind == VD_FUNC_UNSUPPORTED;
}

// Pairs of functions in a pair of files; what the progress line counts to.
static uint32_t count_namesakes(const VdModule *a, const VdModule *b) {
  uint32_t n = 0;
  for (uint32_t i = 0; a && b && i < a->func.len; i++) {
    if (!has_body(a->func.at[i])) continue;
    uint32_t other = vd_module_find_func(b, a->func.at[i]->name);
    n += other != UINT32_MAX && has_body(b->func.at[other]);
  }
  return n;
}

static void on_progress(void *context, uint32_t done, uint32_t total,
                        const char *name) {
  Run *run = context;
  uint32_t all = run->settled + total;
  vd_progress_draw(&run->progress, run->settled + done,
                   all > run->total ? all : run->total, run->different, name);
}

static VdNative *native_new(const Run *run, uint32_t i) {
  const VdFilePair *pair = &run->pairs.list.at[i];
  if (!vd_guard_replays(run->args)) return NULL;
  if (!pair->path[0] || !pair->path[1]) return NULL;
  if (vd_path_is_vir(pair->path[0]) || vd_path_is_vir(pair->path[1])) {
    return NULL;  // there is no real code
  }
  VdCNativeOptions options = {.old_module = run->module[2 * i],
                              .new_module = run->module[2 * i + 1],
                              .old_path = pair->path[0],
                              .new_path = pair->path[1],
                              .cc = run->args->cc,
                              .flags = run->flags,
                              .commands = run->args->compile_commands};
  return vd_c_native_new(&options);
}

static const char *emit_folder(Run *run, const VdFilePair *pair) {
  const char *folder = run->args->emit_test;
  if (!folder || run->pairs.list.len == 1) return folder;
  return vd_emit_folder(&run->arena, folder, pair->name);
}

static void count_settled(Run *run, const VdComparison *comparison) {
  for (uint32_t i = 0; i < comparison->item.len; i++) {
    const VdItem *item = &comparison->item.at[i];
    if (item->kind != VD_ITEM_PAIR) continue;
    run->settled++;
    run->different += item->verdict.kind == VD_DIFFERENT;
  }
}

static bool is_left_out(const VdItem *item) {
  const char *word = vd_fact_info[VD_FACT_LEFT_OUT].word;
  return item->what && strcmp(item->what, word) == 0;
}

// What the function calls is compared on the way; the report is about what was
// asked for, and about flags without which it may be other code.
static void keep_only(VdComparison *comparison, const char *name) {
  uint32_t kept = 0;
  for (uint32_t i = 0; name && i < comparison->item.len; i++) {
    VdItem *item = &comparison->item.at[i];
    if (strcmp(item->name, name) == 0 || is_left_out(item)) {
      comparison->item.at[kept++] = *item;
    } else {
      vd_verdict_done(&item->verdict);
    }
  }
  if (name) comparison->item.len = kept;
}

static void compare_pair(Run *run, uint32_t i) {
  VdOptions options = run->options;
  VdNative *native = native_new(run, i);
  options.emit_test = emit_folder(run, &run->pairs.list.at[i]);
  VdCompare compare = {.old_module = run->module[2 * i],
                       .new_module = run->module[2 * i + 1],
                       .options = &options,
                       .native = native,
                       .store = run->store,
                       .progress = on_progress,
                       .context = run};
  vd_compare(&compare, &run->comparison[i]);
  keep_only(&run->comparison[i], options.only);
  vd_c_native_free(native);
  run->file[i].comparison = &run->comparison[i];
  count_settled(run, &run->comparison[i]);
}

// In which files of a side names are: the first two, as one of them may be the
// file for which others are looked for.
typedef struct Places {
  VdNames names;
  VD_VEC(uint32_t) first, second;  // of name id - 1; UINT32_MAX for none
} Places;

typedef struct Index {
  Places exported[2], imported[2];  // by side
} Index;

static void add_places(Places *places, const VdNames *names, uint32_t file) {
  for (uint32_t i = 0; i < names->text.len; i++) {
    const char *name = names->text.at[i];
    uint32_t id = vd_name_put(&places->names, name, strlen(name));
    if (id > places->first.len) {
      vd_push(&places->first, file);
      vd_push(&places->second, UINT32_MAX);
    } else if (places->second.at[id - 1] == UINT32_MAX) {
      places->second.at[id - 1] = file;
    }
  }
}

static void index_init(Index *index, const Run *run) {
  *index = (Index){0};
  for (uint32_t i = 0; i < 2 * run->pairs.list.len; i++) {
    VdNames exported = {0}, imported = {0};
    if (!run->module[i]) continue;
    vd_module_names(run->module[i], &exported, &imported);
    add_places(&index->exported[i % 2], &exported, i / 2);
    add_places(&index->imported[i % 2], &imported, i / 2);
    vd_names_done(&exported);
    vd_names_done(&imported);
  }
}

static void index_done(Index *index) {
  for (int k = 0; k < 4; k++) {
    Places *places = k < 2 ? &index->exported[k] : &index->imported[k - 2];
    vd_names_done(&places->names);
    vd_vec_done(&places->first);
    vd_vec_done(&places->second);
  }
}

// The first file other than file i that has the name; NULL if there is none.
static const char *find_file(const Run *run, uint32_t i, const Places *places,
                             const char *name) {
  uint32_t id = vd_name_get(&places->names, name, strlen(name));
  if (!id) return NULL;
  uint32_t file = places->first.at[id - 1];
  if (file == i) file = places->second.at[id - 1];
  return file == UINT32_MAX ? NULL : run->pairs.list.at[file].name;
}

static void say_elsewhere(Run *run, uint32_t i, VdItem *item, const char *fmt,
                          const char *file) {
  VdArena *arena = &run->comparison[i].arena;
  item->kind = VD_ITEM_OPEN;
  item->what = "definition";
  item->detail = vd_arena_printf(arena, fmt, file);
}

// What is gone from a file may be in another one now. What is new in one may be
// what others took from outside so far.
static void look_elsewhere(Run *run, const Index *index, uint32_t i) {
  for (uint32_t k = 0; k < run->comparison[i].item.len; k++) {
    VdItem *item = &run->comparison[i].item.at[k];
    const char *file = NULL;
    if (item->kind == VD_ITEM_CHANGE && !strcmp(item->what, VD_GONE) &&
        (file = find_file(run, i, &index->exported[1], item->name)))
      say_elsewhere(run, i, item, "moved to %s", file);
    else if (item->kind == VD_ITEM_NEW_ONLY &&
             !find_file(run, i, &index->exported[0], item->name) &&
             (file = find_file(run, i, &index->imported[0], item->name)))
      say_elsewhere(run, i, item,
                    "only the new version defines it; in the old one %s takes "
                    "it from outside",
                    file);
    else if (item->kind == VD_ITEM_NEW_ONLY && strcmp(item->name, "main") &&
             (file = find_file(run, i, &index->exported[1], item->name)))
      say_elsewhere(run, i, item,
                    "is defined here and in %s: the linker takes one of them, "
                    "or none",
                    file);
  }
}

static void look_everywhere(Run *run) {
  Index index;
  index_init(&index, run);
  for (uint32_t i = 0; i < run->pairs.list.len; i++)
    look_elsewhere(run, &index, i);
  index_done(&index);
}

// What is not read is a file of its own in the report.
static void add_rest(Run *run, uint32_t i) {
  const VdFileRest *rest = &run->pairs.rest.at[i - run->pairs.list.len];
  VdItem item = {.kind = VD_ITEM_OPEN,
                 .name = rest->name,
                 .old_func = UINT32_MAX,
                 .new_func = UINT32_MAX,
                 .what = "file",
                 .detail = rest->what};
  vd_push(&run->comparison[i].item, item);
  run->file[i].comparison = &run->comparison[i];
}

static void compare_all(Run *run) {
  uint32_t n = run->pairs.list.len;
  if (run->options.store != VD_STORE_NONE) {
    run->store = vd_store_open(run->args->store_dir, run->args->store_key,
                               &run->store_diags);
  }
  for (uint32_t i = 0; i < n; i++) {
    run->total += count_namesakes(run->module[2 * i], run->module[2 * i + 1]);
  }
  for (uint32_t i = 0; i < n && !is_cancelled(); i++) {
    if (run->module[2 * i] && run->module[2 * i + 1]) compare_pair(run, i);
  }
  if (n > 1) look_everywhere(run);
  for (uint32_t i = n; i < count_files(run); i++) add_rest(run, i);
  vd_progress_clear(&run->progress);
  vd_store_close(run->store);
  run->store = NULL;
  vd_diags_show(&run->store_diags);
}

// ---------------------------------------------------------------- reporting

static void describe_files(Run *run) {
  for (uint32_t i = run->pairs.list.len; i < count_files(run); i++) {
    const VdFileRest *rest = &run->pairs.rest.at[i - run->pairs.list.len];
    run->file[i] = (VdFileReport){.name = rest->name,
                                  .old_path = rest->path[0],
                                  .new_path = rest->path[1]};
  }
  for (uint32_t i = 0; i < run->pairs.list.len; i++) {
    const VdFilePair *pair = &run->pairs.list.at[i];
    run->file[i] = (VdFileReport){.name = pair->name,
                                  .old_path = pair->path[0],
                                  .new_path = pair->path[1],
                                  .old_diags = &run->diags[2 * i],
                                  .new_diags = &run->diags[2 * i + 1]};
    // The only error of a file that was not reached is that it was not.
    if (is_cancelled()) {
      run->file[i].old_diags = run->file[i].new_diags = NULL;
    }
  }
}

static bool has_item(const Run *run) {
  for (uint32_t i = 0; i < count_files(run); i++) {
    const VdComparison *comparison = &run->comparison[i];
    for (uint32_t k = 0; k < comparison->item.len; k++)
      if (!is_left_out(&comparison->item.at[k])) return true;
  }
  return false;
}

// --function with a name that is nowhere is a mistake of the command line.
static bool check_function(const Run *run, const VdTally *tally) {
  if (!run->options.only || tally->unread || tally->interrupted ||
      has_item(run)) {
    return true;
  }
  VdBuf text = {0};
  vd_buf_printf(&text, "no function %s in %s or %s", run->options.only,
                run->args->operand[0], run->args->operand[1]);
  vd_message(text.at);
  vd_buf_done(&text);
  return false;
}

static bool write_report(const Run *run, const VdReport *report) {
  VdBuf out = {0}, error = {0};
  if (run->args->json) {
    vd_report_json(report, &out);
  } else if (!run->args->quiet) {
    vd_report_text(report, &out);
  }
  bool ok = vd_output_write(&out, &error);
  if (!ok) vd_message(error.at);
  vd_buf_done(&out);
  vd_buf_done(&error);
  return ok;
}

static int report_all(Run *run) {
  const VdArgs *args = run->args;
  VdReport report = {.file = run->file,
                     .files = count_files(run),
                     .old_root = args->operand[0],
                     .new_root = args->operand[1],
                     .options = &run->options,
                     .seconds = vd_now() - run->start,
                     .color = vd_color_wanted((VdColor)args->color, stdout),
                     .verbose = args->verbose,
                     .no_times = args->no_times,
                     .interrupted = is_cancelled(),
                     .strict = args->strict,
                     .accept_partial = args->accept_partial,
                     .explain = args->explain};
  VdTally tally;
  vd_report_tally(&report, &tally);
  if (!check_function(run, &tally)) return VD_CODE_USAGE;
  if (!write_report(run, &report)) return VD_CODE_USAGE;
  if (!tally.pairs && !tally.unread && !tally.interrupted) {
    vd_message("no function is in both versions; the rest was compared");
  }
  return vd_report_exit_code(&tally);
}

static int run_all(Run *run) {
  uint32_t n = run->pairs.list.len;
  run->module = VD_NEW_ARRAY(&run->arena, VdModule *, 2 * n);
  run->diags = VD_NEW_ARRAY(&run->arena, VdDiags, 2 * n);
  run->comparison = VD_NEW_ARRAY(&run->arena, VdComparison, count_files(run));
  run->file = VD_NEW_ARRAY(&run->arena, VdFileReport, count_files(run));
  vd_progress_init(&run->progress, stderr, !run->args->quiet);
  read_all(run);
  describe_files(run);
  if (!is_cancelled()) show_diags(run);
  if (!is_cancelled()) compare_all(run);
  return report_all(run);
}

static void clean_up(Run *run) {
  uint32_t n = run->module ? run->pairs.list.len : 0;
  for (uint32_t i = 0; run->comparison && i < count_files(run); i++)
    vd_comparison_done(&run->comparison[i]);
  for (uint32_t i = 0; i < 2 * n; i++) {
    vd_module_free(run->module[i]);
    vd_diags_done(&run->diags[i]);
  }
  vd_diags_done(&run->store_diags);
  vd_pairs_done(&run->pairs);
  vd_arena_done(&run->arena);
}

static int compare_c(const VdArgs *args) {
  Run run = {.args = args, .start = vd_now()};
  VdBuf error = {0};
  int code = VD_CODE_USAGE;
  if (set_up(&run, &error)) {
    code = run_all(&run);
  } else {
    vd_message(error.at);
  }
  vd_buf_done(&error);
  clean_up(&run);
  return code;
}

// A directory may have files of both languages; one of them is compared, and
// the others are named.
int vd_compare_command(const VdArgs *args) {
  bool plc = vd_files_kind(args->operand[0]) == VD_FILES_PLC ||
             vd_files_kind(args->operand[1]) == VD_FILES_PLC;
  return plc ? vd_plc_command(args) : compare_c(args);
}
