// A run of a command that compares, whatever the files are (session.h).
#include "cli/session.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limit.h"

bool vd_session_cancelled(void) {
  return *vd_signals_cancelled() != 0;
}

// In the report: pairs of files, then what is not read, unless only a function
// is asked for.
static uint32_t count_files(const VdSession *s) {
  return s->pairs.list.len + (s->options.only ? 0 : s->pairs.rest.len);
}

// ------------------------------------------------------------------- set-up

static bool choose_name(VdSession *s, VdBuf *error) {
  const VdArgs *args = s->args;
  s->options.only = args->function ? args->function : args->explain;
  s->explain = args->explain;
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

static bool split_flags(VdSession *s, VdBuf *error) {
  const char *cflags = s->args->cflags ? s->args->cflags : "";
  VdBuf why = {0};
  s->flags = vd_words_split(&s->arena, cflags, &why);
  if (!s->flags) vd_buf_printf(error, "option --cflags: %s", why.at);
  vd_buf_done(&why);
  return s->flags != NULL;
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
  const char *argv[] = {"sh", "-c", "command -v \"$0\"", name, NULL};
  VdBudget budget = vd_budget_of(vd_limit->session_patience);
  VdRun run = {0};
  vd_run(argv, NULL, &budget, &run);
  int status = run.status;
  vd_run_done(&run);
  return status == 0 ? NULL : "not found";
}

// The first word of --solver must name a program: else each pair would be
// undecided for the same reason. Assignments and the like are left to the
// shell.
static bool check_solver(VdSession *s, VdBuf *error) {
  const char *command = s->args->solver, *wrong;
  if (!command) return true;
  VdBuf why = {0};
  const char *const *word = vd_words_split(&s->arena, command, &why);
  if (!word)
    wrong = vd_arena_str(&s->arena, vd_buf_text(&why));
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

static void set_options(VdSession *s) {
  const VdArgs *args = s->args;
  VdOptions *options = &s->options;
  vd_options_init(options);
  vd_limits_of(args, &options->effort, &options->timeout);
  options->memory = (size_t)args->memory << 20;
  options->jobs = (uint32_t)args->jobs;
  options->unroll = (uint32_t)args->unroll;
  options->strategy = (VdStrategy)args->strategy;
  options->reals = args->fp == 1;
  options->emit_test = args->emit_test;
  options->seed = args->seed;
  options->solver.program = args->solver;
  // Below the limit of the worker, so that the solver can say that it gave up.
  options->solver.memory = (size_t)args->memory / 4 * 3;
  options->solver.seed = (uint32_t)args->seed;
  options->budget.cancelled = vd_signals_cancelled();
}

static bool set_up(VdSession *s, const VdFront *front, VdBuf *error) {
  const VdArgs *args = s->args;
  const char *to = args->operand[args->operands > 1];
  set_options(s);
  s->verify = args->store == VD_STORE_VERIFY;
  return choose_name(s, error) && split_flags(s, error) &&
         (!front->set_up || front->set_up(s, error)) &&
         vd_pairs_find(args->operand[0], to, front->files, &s->pairs, error) &&
         vd_commands_check(args, error) && check_solver(s, error) &&
         make_emit_test(args, error);
}

// ---------------------------------------------------------------- for fronts

VdLimits vd_session_limits(const VdSession *s) {
  const VdOptions *o = &s->options;
  return (VdLimits){o->timeout, o->effort, o->memory, o->jobs, o->budget};
}

VdReading vd_session_reading(const VdSession *s) {
  const VdOptions *o = &s->options;
  return (VdReading){.flags = s->flags,
                     .commands = s->args->compile_commands,
                     .jobs = o->jobs,
                     .seconds = vd_reading_seconds(o->timeout),
                     .memory = o->memory,
                     .budget = o->budget};
}

void vd_session_progress(void *context, uint32_t done, uint32_t total,
                         const char *name) {
  VdSession *s = context;
  uint32_t all = s->settled + total;
  vd_progress_draw(&s->progress, s->settled + done,
                   all > s->total ? all : s->total, s->different, name);
}

void vd_session_take(VdSession *s, uint32_t pair) {
  const VdComparison *comparison = &s->comparison[pair];
  s->file[pair].comparison = comparison;
  for (uint32_t i = 0; i < comparison->item.len; i++) {
    const VdItem *item = &comparison->item.at[i];
    if (item->kind != VD_ITEM_PAIR) continue;
    s->settled++;
    s->different += vd_verdict_is_different(item->verdict.kind);
  }
}

void vd_session_gone(VdSession *s, uint32_t pair) {
  VdItem *item =
      vd_comparison_say(&s->comparison[pair], VD_ITEM_CHANGE, "file",
                        s->pairs.list.at[pair].name, "a file that is gone");
  item->was = "a file";
  item->gone = true;
  s->file[pair].comparison = &s->comparison[pair];
}

const char *vd_session_folder(VdSession *s, uint32_t pair) {
  const char *folder = s->args->emit_test;
  if (!folder || s->pairs.list.len == 1) return folder;
  return vd_emit_folder(&s->arena, folder, s->pairs.list.at[pair].name);
}

// ---------------------------------------------------------------- reporting

static void describe_files(VdSession *s) {
  uint32_t n = s->pairs.list.len;
  bool alone = s->args->operands < 2;
  for (uint32_t i = 0; i < count_files(s); i++) {
    VdFileReport *file = &s->file[i];
    const VdFilePair *pair = &s->pairs.list.at[i];
    const VdFileRest *rest = &s->pairs.rest.at[i - n];
    file->name = i < n ? pair->name : rest->name;
    for (int k = 0; k < 2; k++)
      file->path[k] = i < n ? pair->path[k] : rest->path[k];
    if (alone) file->path[1] = NULL;
    for (int k = 0; k < 2 && i < n; k++) file->diags[k] = &s->diags[2 * i + k];
  }
}

// What is not read is a file of its own in the report.
static void add_rest(VdSession *s, uint32_t i) {
  const VdFileRest *rest = &s->pairs.rest.at[i - s->pairs.list.len];
  if (rest->what)
    vd_comparison_say(&s->comparison[i], VD_ITEM_OPEN, "file", rest->name,
                      rest->what);
  vd_session_take(s, i);
}

static bool has_item(const VdSession *s) {
  for (uint32_t i = 0; i < count_files(s); i++) {
    const VdComparison *comparison = &s->comparison[i];
    for (uint32_t k = 0; k < comparison->item.len; k++)
      if (!comparison->item.at[k].code) return true;
  }
  return false;
}

// --function with a name that is nowhere is a mistake of the command line.
static bool check_name(const VdSession *s, const VdFront *front,
                       const VdTally *tally, VdBuf *error) {
  if (!s->options.only || tally->unread || tally->interrupted || has_item(s))
    return true;
  vd_buf_printf(error, "no %s %s in %s", front->noun, s->options.only,
                s->args->operand[0]);
  if (s->args->operands > 1)
    vd_buf_printf(error, " or %s", s->args->operand[1]);
  return false;
}

static bool write_csv(const VdSession *s, const VdReport *report,
                      VdBuf *error) {
  VdBuf csv = {0};
  if (!s->args->csv) return true;
  vd_report_csv(report, &csv);
  bool ok = vd_file_write(s->args->csv, vd_buf_text(&csv), csv.len);
  if (!ok)
    vd_buf_printf(error, "option --csv: %s: %s", s->args->csv, strerror(errno));
  vd_buf_done(&csv);
  return ok;
}

static bool write_report(const VdSession *s, const VdReport *report,
                         VdBuf *error) {
  VdBuf out = {0};
  if (s->args->json)
    vd_report_json(report, &out);
  else if (!s->args->quiet)
    vd_report_text(report, &out);
  bool ok = vd_output_write(&out, error) && write_csv(s, report, error);
  vd_buf_done(&out);
  return ok;
}

static int report_all(VdSession *s, const VdFront *front, VdBuf *error) {
  const VdArgs *args = s->args;
  VdReport report = {.file = s->file,
                     .files = count_files(s),
                     .command = front->command,
                     .noun = front->noun,
                     .counts_calls = front->counts_calls,
                     .root = {args->operand[0], args->operand[1]},
                     .options = &s->options,
                     .store = (VdStoreMode)args->store,
                     .seconds = vd_now() - s->start,
                     .color = vd_color_wanted((VdColor)args->color, stdout),
                     .verbose = args->verbose,
                     .no_times = args->no_times,
                     .interrupted = vd_session_cancelled(),
                     .strict = args->strict,
                     .accept_partial = args->accept_partial,
                     .explain = s->explain};
  VdTally tally;
  VdBuf text = {0};
  vd_report_tally(&report, &tally);
  if (!check_name(s, front, &tally, error) || !write_report(s, &report, error))
    return VD_STATUS_USAGE;
  if (!tally.item[VD_ITEM_PAIR] && !tally.unread && !tally.interrupted) {
    vd_buf_printf(&text, "no %s is in both versions; %s", front->noun,
                  tally.nothing ? "there is nothing to compare"
                                : "the rest was compared");
    vd_message(vd_buf_text(&text));
    vd_buf_done(&text);
  }
  return vd_report_exit_code(&tally);
}

// ---------------------------------------------------------------------- run

static int run_all(VdSession *s, const VdFront *front, VdBuf *error) {
  if (front->paired) front->paired(s);
  uint32_t n = s->pairs.list.len;
  s->diags = VD_NEW_ARRAY(&s->arena, VdDiags, 2 * n + 1);
  s->comparison = VD_NEW_ARRAY(&s->arena, VdComparison, count_files(s) + 1);
  s->file = VD_NEW_ARRAY(&s->arena, VdFileReport, count_files(s) + 1);
  describe_files(s);
  vd_progress_init(&s->progress, stderr, !s->args->quiet);
  if (s->args->store != VD_STORE_NONE)
    s->store =
        vd_store_open(s->args->store_dir, s->args->store_key, &s->store_diags);
  bool ok = front->compare(s, error);
  for (uint32_t i = n; i < count_files(s); i++) add_rest(s, i);
  vd_progress_clear(&s->progress);
  vd_store_close(s->store);
  vd_diags_show(&s->store_diags);
  // The only error of a file that was not reached is that it was not.
  for (uint32_t i = 0; i < n && vd_session_cancelled(); i++)
    s->file[i].diags[0] = s->file[i].diags[1] = NULL;
  return ok ? report_all(s, front, error) : VD_STATUS_USAGE;
}

static int run_session(const VdFront *front, const VdArgs *args) {
  VdSession s = {.args = args, .start = vd_now()};
  VdBuf error = {0};
  int code =
      set_up(&s, front, &error) ? run_all(&s, front, &error) : VD_STATUS_USAGE;
  if (error.len) vd_message(error.at);
  for (uint32_t i = 0; s.comparison && i < count_files(&s); i++)
    vd_comparison_done(&s.comparison[i]);
  for (uint32_t i = 0; s.diags && i < 2 * s.pairs.list.len; i++)
    vd_diags_done(&s.diags[i]);
  if (front->done) front->done(&s);
  vd_diags_done(&s.store_diags);
  vd_pairs_done(&s.pairs);
  vd_buf_done(&error);
  vd_arena_done(&s.arena);
  return code;
}

// Of `compare`. The first one takes what none does, and says so.
static const VdFront *const fronts[] = {&vd_front_c, &vd_front_st};

// A directory may have files of several languages; those of one are compared,
// and the others are named.
static const VdFront *front_of(const char *path) {
  for (size_t i = 0; i < VD_COUNT(fronts); i++)
    if (vd_files_are(path, fronts[i]->files)) return fronts[i];
  return fronts[0];
}

int vd_compare_command(const VdArgs *args) {
  const VdFront *front = front_of(args->operand[0]);
  if (front == fronts[0]) front = front_of(args->operand[1]);
  return run_session(front, args);
}

int vd_rules_command(const VdArgs *args) {
  return run_session(&vd_front_rules, args);
}
