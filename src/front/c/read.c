// Reads files in worker processes: clang and LLVM may crash there. A worker
// sends its diagnostics and the text form of the module; the parent reads that
// with veridiff's own reader.
#include <errno.h>
#include <llvm-c/Support.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/limit.h"
#include "front/c/clang.h"
#include "front/c/lift.h"

// --------------------------------------------------------------- file kinds
// Bitcode as it is, or in the wrapper that Apple's tools make.
static bool is_bitcode(const char *bytes, size_t n) {
  return n >= 4 && (!memcmp(bytes, "BC\xc0\xde", 4) ||
                    !memcmp(bytes, "\xde\xc0\x17\x0b", 4));
}

static bool starts_like_bitcode(const char *path) {
  char start[4];
  FILE *file = vd_file_is_regular(path) ? fopen(path, "rb") : NULL;
  if (!file) return false;
  size_t n = fread(start, 1, sizeof start, file);
  fclose(file);
  return is_bitcode(start, n);
}

static bool is_llvm(const char *path) {
  return vd_path_ends(path, ".bc") || vd_path_ends(path, ".ll") ||
         starts_like_bitcode(path);
}

bool vd_c_is_input(const char *path) {
  return vd_path_ends(path, ".c") || vd_path_ends(path, ".i") || is_llvm(path);
}

// ------------------------------------------------------------ in the worker
typedef struct Job {
  const char *const *path;
  const VdCOptions *options;
  const VdCommands *commands;  // NULL: none
  bool surface;                // of rules: what others see counts, too
  const VdPool *pool;
  VdModule **module;
  VdDiags *diags;
} Job;

// A pipe would be empty when clang, or a replay, reads it once more.
static bool check_file(const char *path, VdDiags *diags) {
  struct stat st;
  const char *why = NULL;
  if (stat(path, &st) != 0)
    why = strerror(errno);
  else if (S_ISDIR(st.st_mode))
    why = strerror(EISDIR);
  else if (!S_ISREG(st.st_mode))
    why = "not a regular file";
  if (why)
    vd_diag(diags, VD_ERROR, (VdPos){.file = path}, "cannot read: %s", why);
  return !why;
}

static bool read_llvm(const char *path, VdBuf *bytes, VdDiags *diags) {
  VdPos pos = {.file = path};
  if (!vd_file_read(path, vd_limit->source_bytes, bytes)) {
    vd_diag(diags, VD_ERROR, pos, "cannot read: %s", strerror(errno));
    return false;
  }
  if (vd_path_ends(path, ".bc") && !is_bitcode(bytes->at, bytes->len)) {
    vd_diag(diags, VD_ERROR, pos, "not LLVM bitcode");
    return false;
  }
  return true;
}

static VdCommand command_of(const Job *job, const char *path,
                            const VdSpots *spots, VdDiags *diags) {
  VdCommand command = {0};
  if (job->commands && !vd_commands_find(job->commands, path, &command))
    vd_diag(diags, VD_WARNING, (VdPos){.file = path}, "not in %s",
            job->options->commands);
  command.no_lines = spots != NULL;
  command.no_names =
      spots && job->options->plain && !vd_spots_need_names(spots);
  return command;
}

// What the commands say beside what the module shows of it.
static void add_command(VdModule *m, const VdCommand *command) {
  VdFact flags = {
      .kind = VD_FACT_MAKING,
      .name = "",
      .value = vd_arena_str(&m->arena, command->making ? command->making : "")};
  VdFact several = {
      .kind = VD_FACT_ASSUMED,
      .name = "",
      .value = "of several commands for a file, the first counts"};
  if (*flags.value) vd_push(&m->fact, flags);
  for (const char *const *flag = command->named; flag && *flag; flag++)
    vd_module_add_fact(
        m, (VdFact){.kind = VD_FACT_LEFT_OUT, .name = *flag, .value = "yes"});
  if (command->several) vd_push(&m->fact, several);
}

// What clang left out of the code, by which versions are compared.
static void add_ignored(VdModule *m, const char *path, VdBuf *ignored) {
  if (!ignored->len) return;
  VdPos pos = {.file = path};
  vd_module_add_fact(m, (VdFact){.kind = VD_FACT_IGNORED,
                                 .name = "",
                                 .value = vd_buf_text(ignored),
                                 .pos = pos});
  vd_module_add_fact(
      m, (VdFact){.kind = VD_FACT_ASSUMED,
                  .name = "",
                  .value = "attributes and pragmas that clang leaves out, with "
                           "a warning, do nothing",
                  .pos = pos});
}

static bool compile(const Job *job, const char *path, const VdCommand *command,
                    VdBuf *bytes, VdBuf *ignored, VdDiags *diags) {
  if (!vd_clang_compile(path, job->options, command, bytes, ignored, diags))
    return false;
  if (is_bitcode(bytes->at, bytes->len)) return true;
  vd_diag(diags, VD_ERROR, (VdPos){.file = path}, "clang gave no bitcode");
  return false;
}

static void send_diags(const VdDiags *diags, VdBuf *out) {
  for (uint32_t i = 0; i < diags->list.len; i++) {
    const VdDiag *d = &diags->list.at[i];
    const char *file = d->pos.file ? d->pos.file : "";
    vd_buf_printf(out, "diag %d %u %u %zu %zu\n", (int)d->severity, d->pos.line,
                  d->pos.column, strlen(file), strlen(d->text));
    vd_buf_str(out, file);
    vd_buf_str(out, d->text);
  }
}

// The module, which is the lift's; NULL with errors in diags, or if it does not
// fit the spots.
static VdModule *read_as(const Job *job, const char *path, VdSpots *spots,
                         VdLift *lift, VdDiags *diags) {
  VdBuf bytes = {0}, ignored = {0};
  VdModule *module = NULL;
  bool compiled = !is_llvm(path);
  bool ok = check_file(path, diags);
  VdCommand command = {0};
  if (ok && compiled) command = command_of(job, path, spots, diags);
  ok = ok && (compiled ? compile(job, path, &command, &bytes, &ignored, diags)
                       : read_llvm(path, &bytes, diags));
  if (ok) {
    VdLiftInput input = {.path = path,
                         .bytes = vd_buf_text(&bytes),
                         .len = bytes.len,
                         .compiled = compiled,
                         .rules = job->options->rules,
                         .surface = job->surface,
                         .spots = spots};
    module = vd_lift_module(&input, lift, diags);
    if (module) add_command(module, &command);
    if (module) add_ignored(module, path, &ignored);
  }
  vd_buf_done(&bytes);
  vd_buf_done(&ignored);
  return module;
}

static bool has_unsupported(const VdModule *m) {
  for (uint32_t i = 0; i < m->func.len; i++)
    if (m->func.at[i]->kind == VD_FUNC_UNSUPPORTED) return true;
  return false;
}

static VdModule *read_file(const Job *job, const char *path, VdLift *lift,
                           VdDiags *diags) {
  bool rules = job->options->rules && !is_llvm(path);
  VdSpots *spots = rules ? vd_spots_read(path) : NULL;
  VdModule *module = read_as(job, path, spots, lift, diags);
  bool again = spots && (module ? has_unsupported(module) : !diags->errors);
  if (again) {
    vd_lift_done(lift);
    *lift = (VdLift){0};
    module = read_as(job, path, NULL, lift, diags);
  }
  vd_spots_free(spots);
  return module;
}

// LLVM's reader verifies a module with debug information. Clang's output needs
// no such look, and other files get theirs in vd_lift_module. An option of LLVM
// can be given only once in a process. Clang takes memory in many small steps,
// if it is not told otherwise.
void vd_c_begin_here(void) {
  static const char *const option[] = {"veridiff",
                                       "-disable-auto-upgrade-debug-info"};
  LLVMParseCommandLineOptions(VD_COUNT(option), option, NULL);
  setenv("MALLOC_TOP_PAD_", "33554432", 0);
}

static void work(void *context, uint32_t index, VdBuf *out) {
  const Job *job = context;
  if (!is_llvm(job->path[index])) vd_c_begin_here();
  VdDiags diags = {0};
  VdLift lift = {0};
  VdModule *module = read_file(job, job->path[index], &lift, &diags);
  send_diags(&diags, out);
  if (module) {
    vd_buf_str(out, "module\n");
    vd_ir_print(module, out);
  }
  vd_lift_done(&lift);
  vd_diags_done(&diags);
}

VdModule *vd_c_read_here(const char *path, const VdCOptions *options,
                         VdDiags *diags) {
  Job job = {.options = options};
  VdLift lift = {0};
  VdModule *module = read_file(&job, path, &lift, diags);
  // Names of globals and more are in the lift's arena.
  VdModule *own = module ? vd_module_copy(module) : NULL;
  vd_lift_done(&lift);
  return own;
}

// Quickly: without debug information.
static bool read_both_quickly(const char *const path[2],
                              const VdCOptions *options, VdModule *module[2],
                              VdDiags *diags) {
  Job job = {.options = options, .surface = true};
  VdSpots *spots[2];
  for (int k = 0; k < 2; k++)
    spots[k] = is_llvm(path[k]) ? NULL : vd_spots_read(path[k]);
  bool ok = spots[0] && spots[1] && options->plain &&
            vd_spots_same_outline(spots[0], spots[1]);
  bool read = ok;
  for (int k = 0; k < 2 && read; k++) {
    VdLift lift = {0};
    VdModule *m = read_as(&job, path[k], spots[k], &lift, diags);
    if (m) module[k] = vd_module_copy(m);
    ok = ok && m && !has_unsupported(m);
    vd_lift_done(&lift);
  }
  ok = ok && vd_spots_same_outline(spots[0], spots[1]);
  for (int k = 0; k < 2; k++) vd_spots_free(spots[k]);
  return ok;
}

void vd_c_read_rules(const char *const path[2], const VdCOptions *options,
                     VdModule *module[2], bool *full, VdDiags *diags) {
  VdCOptions all = *options;
  all.rules = false;
  module[0] = module[1] = NULL;
  if (!*full &&
      (read_both_quickly(path, options, module, diags) || diags->errors))
    return;
  *full = true;
  for (int k = 0; k < 2; k++) {
    vd_module_free(module[k]);
    module[k] = vd_c_read_here(path[k], &all, diags);
  }
}

// ------------------------------------------------------------ in the parent
// Takes one diagnostic off the front; false if what is there is none.
static bool take_diag(const char **text, size_t *len, VdDiags *diags) {
  unsigned severity, line, column;
  size_t file_len, text_len;
  char head[128];
  const char *end = memchr(*text, '\n', *len);
  if (!end || (size_t)(end - *text) >= sizeof head) return false;
  snprintf(head, sizeof head, "%.*s", (int)(end - *text), *text);
  if (sscanf(head, "diag %u %u %u %zu %zu", &severity, &line, &column,
             &file_len, &text_len) != 5 ||
      severity > VD_ERROR)
    return false;
  size_t left = *len - (size_t)(end + 1 - *text);
  if (file_len > left || text_len > left - file_len) return false;
  char *file = vd_arena_printf(&diags->arena, "%.*s", (int)file_len, end + 1);
  vd_diag(diags, (VdSeverity)severity, (VdPos){file, line, column}, "%.*s",
          (int)text_len, end + 1 + file_len);
  *text = end + 1 + file_len + text_len;
  *len = left - file_len - text_len;
  return true;
}

static void receive(const Job *job, uint32_t i, const char *text, size_t len) {
  static const char mark[] = "module\n";
  const size_t n = sizeof mark - 1;
  VdDiags *diags = &job->diags[i];
  while (take_diag(&text, &len, diags)) continue;
  if (len >= n && !memcmp(text, mark, n))
    job->module[i] = vd_ir_read(text + n, len - n, job->path[i], diags);
  if (!job->module[i] && !diags->errors)
    vd_diag(diags, VD_ERROR, (VdPos){.file = job->path[i]},
            "not read: a bug in veridiff, please report it: the worker sent "
            "nothing");
  if (diags->errors) {
    vd_module_free(job->module[i]);
    job->module[i] = NULL;
  }
}

static void done(void *context, uint32_t i, const VdWorkResult *result) {
  const Job *job = context;
  if (vd_pool_has_read(job->pool, result, "LLVM", job->path[i], &job->diags[i]))
    receive(job, i, result->bytes, result->len);
}

void vd_c_read(const char *const *path, uint32_t n, const VdCOptions *options,
               VdModule **module, VdDiags *diags) {
  for (uint32_t i = 0; i < n; i++) module[i] = NULL;
  if (n == 0) return;
  Job job = {
      .path = path, .options = options, .module = module, .diags = diags};
  VdCommands *commands = NULL;
  if (options->commands) {
    for (uint32_t i = 0; i < n && !commands; i++)
      commands = vd_commands_read(options->commands, &diags[i]);
    if (!commands) return;
  }
  job.commands = commands;
  VdPool pool = {.jobs = options->jobs,
                 .seconds = options->seconds,
                 .memory = options->memory,
                 .budget = options->budget,
                 .work = work,
                 .done = done,
                 .context = &job};
  job.pool = &pool;
  vd_pool_run(&pool, n);
  vd_commands_free(commands);
}
