// Files to modules: C and LLVM, and Structured Text, by their front ends, .vir
// by the ir's own reader.
#include <errno.h>
#include <unistd.h>

#include "base/limit.h"
#include "cli/cli.h"
#include "front/c/c.h"
#include "front/st/st.h"

bool vd_commands_check(const VdArgs *args, VdBuf *error) {
  const char *path = args->compile_commands;
  if (!path) return true;
  bool readable = access(path, R_OK) == 0;
  if (readable && vd_file_is_regular(path)) return true;
  vd_buf_printf(error, "option --compile-commands: %s: %s", path,
                readable ? "not a regular file" : strerror(errno));
  return false;
}

// A given timeout is an effort too: nobody wants to wait longer for less.
void vd_limits_of(const VdArgs *args, double *effort, double *timeout) {
  VdOptions options;
  vd_options_init(&options);
  *effort = args->effort >= 0    ? args->effort
            : args->timeout >= 0 ? args->timeout
                                 : options.effort;
  *timeout =
      args->timeout >= 0 ? args->timeout : vd_limit->timeout_longer * *effort;
}

double vd_reading_seconds(double timeout) {
  return timeout > 0 && timeout < vd_limit->reading_least
             ? vd_limit->reading_least
             : timeout;
}

bool vd_cycle_read(const VdArgs *args, uint64_t *cycle, VdBuf *error) {
  *cycle = 0;
  if (!args->cycle || vd_st_cycle_read(args->cycle, cycle)) return true;
  vd_buf_printf(error,
                "option --cycle: expected a time such as 4ms, of 1ms to "
                "65535ms, found %s",
                args->cycle);
  return false;
}

static bool is_well_formed(const VdModule *module, const char *path,
                           VdDiags *diags) {
  VdArena arena = {0};
  const char *wrong = vd_ir_verify(module, &arena);
  if (wrong) {
    VdPos pos = {vd_arena_str(&diags->arena, path), 0, 0};
    vd_diag(diags, VD_ERROR, pos, "%s", wrong);
  }
  vd_arena_done(&arena);
  return !wrong;
}

VdModule *vd_vir_read(const char *path, VdDiags *diags) {
  VdBuf text = {0};
  VdModule *module = NULL;
  if (vd_file_read(path, vd_limit->vir_bytes, &text)) {
    module = vd_ir_read(vd_buf_text(&text), text.len, path, diags);
  } else {
    VdPos pos = {vd_arena_str(&diags->arena, path), 0, 0};
    vd_diag(diags, VD_ERROR, pos, "cannot read: %s", strerror(errno));
  }
  vd_buf_done(&text);
  if (module && !is_well_formed(module, path, diags)) {
    vd_module_free(module);
    module = NULL;
  }
  return module;
}

static VdModule *read_st(const char *path, const VdReading *reading,
                         VdDiags *diags) {
  VdStOptions options = {.cycle = reading->cycle};
  VdModule *module = vd_st_read(path, &options, diags, NULL);
  if (module) VD_CHECK(is_well_formed(module, path, diags));
  return module;
}

static bool is_c(const char *path) {
  return !vd_path_is_vir(path) && !vd_st_is_input(path);
}

// The front end reads all of its files in one go, on all cores.
static void read_c(const char *const *path, uint32_t n,
                   const VdReading *reading, VdModule **module,
                   VdDiags *diags) {
  VdCOptions options = {.flags = reading->flags,
                        .commands = reading->commands,
                        .jobs = reading->jobs,
                        .seconds = reading->seconds,
                        .memory = reading->memory,
                        .budget = reading->budget};
  vd_c_read(path, n, &options, module, diags);
}

// Files that this process reads itself.
typedef struct Texts {
  const char *const *path;
  const VdReading *reading;
} Texts;

static VdModule *read_text(const Texts *texts, uint32_t i, VdDiags *diags) {
  return vd_path_is_vir(texts->path[i])
             ? vd_vir_read(texts->path[i], diags)
             : read_st(texts->path[i], texts->reading, diags);
}

static void try_text(void *context, uint32_t i) {
  VdDiags diags = {0};
  VdModule *module = read_text(context, i, &diags);
  vd_module_free(module);
  vd_diags_done(&diags);
}

// In workers first, which may hang or die.
static void read_texts(const char *const *path, uint32_t n,
                       const VdReading *reading, VdModule **module,
                       VdDiags *diags) {
  VdArena arena = {0};
  Texts texts = {path, reading};
  VdTrials trials = {.work = try_text,
                     .context = &texts,
                     .path = path,
                     .diags = diags,
                     .ok = VD_NEW_ARRAY(&arena, bool, n)};
  vd_trials_run(&trials, n, reading);
  for (uint32_t i = 0; i < n; i++)
    if (trials.ok[i]) module[i] = read_text(&texts, i, &diags[i]);
  vd_arena_done(&arena);
}

void vd_modules_read(const char *const *path, uint32_t n,
                     const VdReading *reading, VdModule **module,
                     VdDiags *diags) {
  VdArena arena = {0};
  uint32_t *from = VD_NEW_ARRAY(&arena, uint32_t, n), c_files = 0, k = 0;
  const char **sorted = VD_NEW_ARRAY(&arena, const char *, n);
  VdModule **made = VD_NEW_ARRAY(&arena, VdModule *, n);
  VdDiags *said = VD_NEW_ARRAY(&arena, VdDiags, n);
  for (uint32_t i = 0; i < n; i++)
    if (is_c(path[i])) from[c_files++] = i;
  k = c_files;
  for (uint32_t i = 0; i < n; i++)
    if (!is_c(path[i])) from[k++] = i;
  for (uint32_t i = 0; i < n; i++) sorted[i] = path[from[i]];
  read_c(sorted, c_files, reading, made, said);
  read_texts(sorted + c_files, n - c_files, reading, made + c_files,
             said + c_files);
  for (uint32_t i = 0; i < n; i++) {
    module[from[i]] = made[i];
    diags[from[i]] = said[i];
  }
  vd_arena_done(&arena);
}
