// veridiff rules OLD NEW --crosswalk FILE: the crosswalk is read once, then one
// worker a pair of files compiles both and compares their functions.
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/rules.h"
#include "front/c/c.h"
#include "front/c/rule_driver.h"
#include "store/store.h"

static const double REPLAY_SECONDS = 60;    // a program built, or run once
static const double WORKER_SECONDS = 3600;  // all functions of a file

typedef struct Run {
  const VdArgs *args;
  VdArena arena;
  VdFilePairs pairs;
  VdCrosswalk *crosswalk;
  const char *const *flags;
  VdRuleFile *file;  // those of pairs, then those in one version only
  uint32_t files;
  struct Turn *turn;  // of pairs
  VdNames warned;     // warnings that were shown
  VdStore *store;     // NULL: none
  VdDiags store_diags;
  VdProgress progress;
  uint32_t done, different;
  bool failed;
  double start;
} Run;

// Large files first: a large one at the end would keep one core busy alone.
typedef struct Turn {
  uint32_t pair;
  off_t size;
} Turn;

static bool is_cancelled(void) {
  return *vd_signals_cancelled() != 0;
}

// ------------------------------------------------------------------- set-up

// A word is a file, or "FORMAT:FILE"; the file of that.
static const char *crosswalk_file(const char *word, VdCrosswalkFormat *format) {
  const char *colon = strchr(word, ':');
  char name[16];
  if (!colon || (size_t)(colon - word) >= sizeof name) return word;
  snprintf(name, sizeof name, "%.*s", (int)(colon - word), word);
  return vd_crosswalk_format_read(name, format) ? colon + 1 : word;
}

bool vd_rules_crosswalk(const VdArgs *args, VdCrosswalk **out) {
  VdDiags diags = {0};
  bool ok = true;
  *out = vd_crosswalk_new();
  if (args->crosswalk_lenient) vd_crosswalk_lenient(*out);
  for (uint32_t i = 0; i < args->crosswalk.n; i++) {
    VdCrosswalkFormat format = (VdCrosswalkFormat)args->crosswalk_format;
    const char *file = crosswalk_file(args->crosswalk.at[i], &format);
    ok &= vd_crosswalk_read(*out, file, format, &diags);
  }
  ok = ok && vd_crosswalk_finish(*out, &diags);
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  return ok;
}

static bool has_header(const char *directory) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/veridiff/codes.h", directory);
  bool has = access(path.at, R_OK) == 0;
  vd_buf_done(&path);
  return has;
}

// Where veridiff/codes.h is: beside the program, or where it was built from.
static const char *find_include(VdArena *arena) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  char *slash = strrchr(self, '/');
  if (slash) {
    const char *path =
        vd_arena_printf(arena, "%.*s/../include", (int)(slash - self), self);
    if (has_header(path)) return path;
  }
  static const char *const places[] = {VD_INCLUDE_DIR, VD_SOURCE_INCLUDE};
  for (size_t i = 0; i < VD_COUNT(places); i++)
    if (has_header(places[i])) return places[i];
  return NULL;
}

static const char *const *make_flags(const VdArgs *args, VdArena *arena,
                                     VdBuf *error) {
  VdBuf why = {0};
  VD_VEC(const char *) all = {0};
  const char *include = find_include(arena);
  const char *const *own =
      vd_words_split(arena, args->cflags ? args->cflags : "", &why);
  if (!own) vd_buf_printf(error, "option --cflags: %s", vd_buf_text(&why));
  vd_buf_done(&why);
  if (!own) return NULL;
  if (include) {
    vd_push(&all, "-isystem");
    vd_push(&all, include);
    vd_push(&all, "-include");
    vd_push(&all, "veridiff/codes.h");
  }
  for (; *own; own++) vd_push(&all, *own);
  const char **flags = VD_NEW_ARRAY(arena, const char *, all.len + 1);
  for (uint32_t i = 0; i < all.len; i++) flags[i] = all.at[i];
  vd_vec_done(&all);
  return flags;
}

static bool is_directory(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static const char *directory_of(VdArena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return ".";
  return vd_arena_printf(arena, "%.*s", (int)(slash - path), path);
}

void vd_rules_tables(const VdArgs *args, VdArena *arena, VdSide side,
                     const char *file, VdRules *rules) {
  const char *own = side == VD_OLD ? args->old_tables : args->new_tables;
  if (!own) own = args->tables;
  if (own) {
    vd_push(&rules->tables[side], own);
    return;
  }
  const char *here = directory_of(arena, file);
  vd_push(&rules->tables[side], here);
  vd_push(&rules->tables[side], vd_arena_printf(arena, "%s/tables", here));
  const char *root = args->operand[side];
  if (root && is_directory(root)) {
    vd_push(&rules->tables[side], vd_arena_printf(arena, "%s/tables", root));
    vd_push(&rules->tables[side], root);
  }
}

static void set_options(const VdArgs *args, VdRuleOptions *options) {
  *options = (VdRuleOptions){.timeout = args->timeout, .only = args->function};
  options->verify = args->store == VD_STORE_VERIFY;
  options->budget.cancelled = vd_signals_cancelled();
  options->solver.program = args->solver;
  options->solver.memory = (size_t)args->memory / 4 * 3;
}

static bool find_files(Run *run, VdBuf *error) {
  const VdArgs *args = run->args;
  const char *to = args->operands > 1 ? args->operand[1] : args->operand[0];
  return vd_pairs_find(args->operand[0], to, VD_FILES_C, &run->pairs, error);
}

static bool set_up(Run *run, VdBuf *error) {
  if (!run->args->crosswalk.n) {
    vd_buf_str(error,
               "option --crosswalk is needed: which codes mean the same");
    return false;
  }
  run->flags = make_flags(run->args, &run->arena, error);
  return run->flags && find_files(run, error);
}

// ------------------------------------------------------------------ workers

static VdCOptions c_options(const Run *run, bool lines) {
  VdCOptions options = {
      .flags = run->flags,
      .budget = vd_budget_of(vd_reading_seconds(run->args->timeout)),
      .rules = !lines,
      .plain = !run->args->cflags};
  options.budget.cancelled = vd_signals_cancelled();
  return options;
}

static VdModule *read_here(const Run *run, const char *path, bool lines,
                           VdDiags *diags) {
  VdCOptions options = c_options(run, lines);
  if (vd_path_is_vir(path)) return vd_vir_read(path, diags);
  return vd_c_read_here(path, &options, diags);
}

// Both versions, or only the old one; of a file that is new, only what acts by
// itself is of interest. Whether with lines may be told.
static void read_both(const Run *run, const VdFilePair *pair, bool *lines,
                      VdModule *module[2], VdDiags *diags) {
  const char *const path[2] = {pair->path[0], pair->path[1]};
  module[0] = module[1] = NULL;
  if (run->args->operands < 2) {
    module[0] = read_here(run, path[0], *lines, diags);
  } else if (!path[0]) {
    *lines = true;
    module[0] = vd_module_new("");
    module[1] = read_here(run, path[1], true, diags);
  } else if (vd_path_is_vir(path[0]) || vd_path_is_vir(path[1])) {
    *lines = true;
    for (int k = 0; k < 2; k++)
      module[k] = read_here(run, path[k], true, diags);
  } else {
    VdCOptions options = c_options(run, false);
    vd_c_read_rules(path, &options, module, lines, diags);
  }
}

// Building a program takes about as long as reading the file; in a run over
// thousands of functions that is for those who ask for it.
static bool is_replayed(const Run *run, const VdRuleComparison *comparison) {
  enum { MANY_FUNCTIONS = 100 };
  if (!vd_guard_replays(run->args)) return false;
  return run->args->emit_test || comparison->verdict.len <= MANY_FUNCTIONS;
}

static void replay(const Run *run, const VdFilePair *pair,
                   VdRuleComparison *comparison) {
  if (!pair->path[0] || vd_path_is_vir(pair->path[0]) ||
      !is_replayed(run, comparison))
    return;
  const char *folder = run->args->emit_test;
  if (folder && run->pairs.list.len > 1)
    folder = vd_emit_folder(&comparison->arena, folder, pair->name);
  VdRuleDriver driver = {.path = {pair->path[0], pair->path[1]},
                         .flags = run->flags,
                         .cc = run->args->cc,
                         .keep_in = folder,
                         .seconds = REPLAY_SECONDS,
                         .budget = {.cancelled = vd_signals_cancelled()}};
  vd_rule_driver_run(&driver, comparison);
}

// False with messages if a file can't be read.
static bool compare_here(const Run *run, const VdFilePair *pair,
                         const VdRules *rules, bool *lines, VdDiags *diags,
                         VdRuleComparison *out) {
  bool alone = run->args->operands < 2;
  VdModule *module[2];
  read_both(run, pair, lines, module, diags);
  bool ok = module[0] && (alone || module[1]);
  if (ok) vd_rules_compare(rules, module[0], module[1], out);
  vd_module_free(module[0]);
  vd_module_free(module[1]);
  return ok;
}

// Few claims need line tables, which take long to make: then all is done again.
static bool compare_files(const Run *run, const VdFilePair *pair,
                          const VdRules *rules, VdDiags *diags,
                          VdRuleComparison *out) {
  bool lines = false;
  if (!compare_here(run, pair, rules, &lines, diags, out)) return false;
  if (!out->needs_lines || lines) return true;
  vd_rule_comparison_done(out);
  *out = (VdRuleComparison){0};
  lines = true;
  return compare_here(run, pair, rules, &lines, diags, out);
}

// The first line is the number of bytes of diagnostics.
static void work(void *context, uint32_t i, VdBuf *out) {
  const Run *run = context;
  const VdFilePair *pair = &run->pairs.list.at[run->turn[i].pair];
  VdDiags diags = {0};
  VdArena arena = {0};
  vd_c_begin_here();
  VdRules rules = {.crosswalk = run->crosswalk};
  set_options(run->args, &rules.options);
  for (int k = 0; k < (run->args->operands < 2 ? 1 : 2); k++)
    if (pair->path[k])
      vd_rules_tables(run->args, &arena, (VdSide)k, pair->path[k], &rules);
  rules.store = run->store;
  VdRuleComparison comparison = {0};
  if (compare_files(run, pair, &rules, &diags, &comparison)) {
    replay(run, pair, &comparison);
    vd_rule_comparison_write(&comparison, out);
  } else {
    VdBuf text = {0};
    vd_diags_print(&diags, &text);
    vd_buf_char(out, '!');
    vd_buf_str(out, vd_buf_text(&text));
  }
}

static void fail(VdRuleFile *file, const char *text, const char *detail) {
  vd_diag(&file->diags, VD_ERROR, (VdPos){.file = file->name}, "%s%s", text,
          detail);
  vd_diags_show(&file->diags);
}

static void show_errors(VdRuleFile *file, const char *text, size_t len) {
  fwrite(text, 1, len, stderr);
  const char *end = memchr(text, '\n', len);
  file->diags.errors++;
  VdDiag diag = {
      .severity = VD_ERROR,
      .text = vd_arena_printf(&file->diags.arena, "%.*s",
                              (int)(end ? end - text : (long)len), text)};
  vd_push(&file->diags.list, diag);
}

static void keep_new(Run *run, const VdRuleComparison *c) {
  for (uint32_t i = 0; run->store && i < c->verdict.len; i++) {
    const VdRuleVerdict *v = &c->verdict.at[i];
    if (!v->canonical_len || v->from_store) continue;
    VdBuf record = {0};
    VdDigest key = vd_digest_of(v->canonical, v->canonical_len);
    vd_rule_verdict_write(v, true, &record);
    vd_store_put(run->store, &key, v->canonical, v->canonical_len, record.at,
                 record.len);
    vd_buf_done(&record);
  }
}

// Files share tables: each warning once.
static void show_warnings(Run *run, const VdRuleComparison *c) {
  for (uint32_t i = 0; i < c->warning.len; i++) {
    const char *text = c->warning.at[i];
    if (vd_name_get(&run->warned, text, strlen(text))) continue;
    vd_name_put(&run->warned, text, strlen(text));
    vd_progress_clear(&run->progress);
    VdBuf line = {0};
    vd_text_print(text, &line);
    fprintf(stderr, "%s\n", vd_buf_text(&line));
    vd_buf_done(&line);
  }
}

static void take(Run *run, VdRuleFile *file, const char *bytes, size_t len) {
  VdRuleComparison *c = VD_NEW(&run->arena, VdRuleComparison);
  file->comparison = c;
  if (!vd_rule_comparison_read(bytes, len, c))
    fail(file, "internal error, please report: the worker sent nonsense", "");
  for (uint32_t i = 0; i < c->verdict.len; i++) {
    VdRuleKind kind = c->verdict.at[i].kind;
    run->different += kind == VD_RULE_DIFFERENT || kind == VD_RULE_MISMATCH;
  }
  show_warnings(run, c);
  keep_new(run, c);
}

static void done(void *context, uint32_t i, const VdWorkResult *result) {
  Run *run = context;
  VdRuleFile *file = &run->file[run->turn[i].pair];
  if (result->status == VD_WORK_OK && result->len && result->bytes[0] == '!')
    show_errors(file, result->bytes + 1, result->len - 1);
  else if (result->status == VD_WORK_OK)
    take(run, file, result->bytes, result->len);
  else if (result->status == VD_WORK_TIMEOUT)
    fail(file, "comparing took more than an hour", "");
  else if (result->status == VD_WORK_MEMORY)
    fail(file, "comparing took more memory than --memory allows", "");
  else if (result->status == VD_WORK_BUG)
    fail(file, "internal error, please report: ", result->detail);
  else if (result->status == VD_WORK_DIED)
    fail(file, "the worker died: ", result->detail);
  run->done++;
  vd_progress_draw(&run->progress, run->done, run->pairs.list.len,
                   run->different, file->name);
}

static int by_size(const void *a, const void *b) {
  const Turn *x = a, *y = b;
  if (x->size != y->size) return x->size > y->size ? -1 : 1;
  return x->pair < y->pair ? -1 : x->pair > y->pair;
}

static void take_turns(Run *run) {
  uint32_t n = run->pairs.list.len;
  run->turn = VD_NEW_ARRAY(&run->arena, Turn, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    struct stat st;
    run->turn[i].pair = i;
    const VdFilePair *pair = &run->pairs.list.at[i];
    if (stat(pair->path[pair->path[0] == NULL], &st) == 0)
      run->turn[i].size = st.st_size;
  }
  if (n > 1) qsort(run->turn, n, sizeof *run->turn, by_size);
}

static void compare_all(Run *run) {
  VdPool pool = {.jobs = (uint32_t)run->args->jobs,
                 .seconds = WORKER_SECONDS,
                 .memory = (size_t)run->args->memory << 20,
                 .work = work,
                 .done = done,
                 .context = run};
  pool.budget.cancelled = vd_signals_cancelled();
  take_turns(run);
  vd_pool_run(&pool, run->pairs.list.len);
  vd_progress_clear(&run->progress);
}

// ------------------------------------------------------------------- report

// Files on one side only are told and counted; those of the old one last.
static void describe_files(Run *run) {
  uint32_t n = run->pairs.list.len, kept = 0, rest = n;
  run->files = n;
  run->file = VD_NEW_ARRAY(&run->arena, VdRuleFile, n + 1);
  bool alone = run->args->operands < 2;
  for (uint32_t i = 0; i < n; i++) {
    VdFilePair pair = run->pairs.list.at[i];
    VdRuleFile file = {.name = pair.name,
                       .path = {pair.path[0], alone ? NULL : pair.path[1]}};
    bool is_read = pair.path[1] != NULL;
    if (is_read) run->pairs.list.at[kept] = pair;
    run->file[is_read ? kept++ : --rest] = file;
  }
  run->pairs.list.len = kept;
}

static bool print(Run *run, const VdRuleReport *report, VdBuf *error) {
  VdBuf out = {0}, csv = {0};
  bool ok = true;
  if (run->args->json)
    vd_rule_report_json(report, &out);
  else if (!run->args->quiet)
    vd_rule_report_text(report, &out);
  ok = vd_output_write(&out, error);
  if (run->args->csv) {
    vd_rule_report_csv(report, &csv);
    if (!vd_file_write(run->args->csv, vd_buf_text(&csv), csv.len)) {
      vd_buf_printf(error, "option --csv: %s: %s", run->args->csv,
                    strerror(errno));
      ok = false;
    }
  }
  vd_buf_done(&out);
  vd_buf_done(&csv);
  return ok;
}

static int report_all(Run *run, VdBuf *error) {
  const VdArgs *args = run->args;
  VdRuleReport report = {.file = run->file,
                         .files = run->files,
                         .alone = args->operands < 2,
                         .lines = vd_crosswalk_lines(run->crosswalk),
                         .seconds = vd_now() - run->start,
                         .color = vd_color_wanted((VdColor)args->color, stdout),
                         .verbose = args->verbose,
                         .no_times = args->no_times,
                         .interrupted = is_cancelled()};
  VdRuleTally tally;
  vd_rule_report_tally(&report, &tally);
  if (args->function && !tally.pairs && !tally.unread) {
    vd_buf_printf(error, "there is no function %s in both versions",
                  args->function);
    return VD_CODE_USAGE;
  }
  if (!print(run, &report, error)) return VD_CODE_USAGE;
  if (!tally.pairs && !tally.unread)
    vd_message("there is no function to compare in both versions");
  return vd_rule_report_exit_code(&report, &tally);
}

static int run_all(Run *run, VdBuf *error) {
  if (!vd_rules_crosswalk(run->args, &run->crosswalk)) return VD_CODE_USAGE;
  if (run->args->store != VD_STORE_NONE)
    run->store = vd_store_open(run->args->store_dir, run->args->store_key,
                               &run->store_diags);
  describe_files(run);
  vd_progress_init(&run->progress, stderr, !run->args->quiet);
  compare_all(run);
  vd_store_close(run->store);
  vd_diags_show(&run->store_diags);
  return report_all(run, error);
}

int vd_rules_command(const VdArgs *args) {
  Run run = {.args = args, .start = vd_now()};
  VdBuf error = {0};
  int code = set_up(&run, &error) ? run_all(&run, &error) : VD_CODE_USAGE;
  if (code != VD_CODE_USAGE) code = vd_rest_say(&run.pairs, code);
  if (error.len) vd_message(error.at);
  vd_buf_done(&error);
  vd_names_done(&run.warned);
  for (uint32_t i = 0; run.file && i < run.files; i++) {
    if (run.file[i].comparison) vd_rule_comparison_done(run.file[i].comparison);
    vd_diags_done(&run.file[i].diags);
  }
  vd_crosswalk_free(run.crosswalk);
  vd_diags_done(&run.store_diags);
  vd_pairs_done(&run.pairs);
  vd_arena_done(&run.arena);
  return code;
}
