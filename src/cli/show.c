// The commands that print what the tool sees: ir, summary, store.
#include "base/limit.h"
#include "cli/cli.h"
#include "store/store.h"

// Clang can take minutes, as of a name of half a megabyte that it tries to
// spell otherwise.

// -------------------------------------------------------------- ir, summary

// One module, after its diagnostics were shown; NULL if there is none.
static VdModule *read_one(const VdArgs *args) {
  VdArena arena = {0};
  VdBuf error = {0};
  VdModule *module = NULL;
  VdDiags diags = {0};
  const char *cflags = args->cflags ? args->cflags : "";
  VdReading reading = {.flags = vd_words_split(&arena, cflags, &error),
                       .commands = args->compile_commands,
                       .jobs = 1,
                       .seconds = vd_limit->show_time,
                       .memory = (size_t)args->memory << 20,
                       .budget = {.cancelled = vd_signals_cancelled()}};
  if (reading.flags && vd_commands_check(args, &error) &&
      vd_cycle_read(args, &reading.cycle, &error)) {
    vd_modules_read(args->operand, 1, &reading, &module, &diags);
  } else {
    vd_message(error.at);
  }
  if (!*vd_signals_cancelled()) vd_diags_show(&diags);
  vd_diags_done(&diags);
  vd_buf_done(&error);
  vd_arena_done(&arena);
  return module;
}

static int failure_code(void) {
  return *vd_signals_cancelled() ? VD_STATUS_INTERRUPTED : VD_STATUS_USAGE;
}

// True if --function names a function of the module, or is not there.
static bool find_function(const VdArgs *args, const VdModule *module,
                          uint32_t *func) {
  *func = UINT32_MAX;
  if (!args->function) return true;
  *func = vd_module_find_func(module, args->function);
  if (*func != UINT32_MAX) return true;
  VdBuf text = {0};
  vd_buf_printf(&text, "no function %s in %s", args->function,
                args->operand[0]);
  vd_message(text.at);
  vd_buf_done(&text);
  return false;
}

// What is printed of a module; only is UINT32_MAX, or a function.
typedef void (*Print)(VdModule *module, uint32_t only, VdBuf *out);

static int show(const VdArgs *args, Print print) {
  VdModule *module = read_one(args);
  if (!module) return failure_code();
  uint32_t func;
  int code = VD_STATUS_USAGE;
  VdBuf out = {0};
  if (!args->raw) vd_ir_loops(module);
  if (find_function(args, module, &func)) {
    print(module, func, &out);
    code = vd_print(&out);
  }
  vd_buf_done(&out);
  vd_module_free(module);
  return code;
}

static void print_ir(VdModule *module, uint32_t only, VdBuf *out) {
  if (only == UINT32_MAX)
    vd_ir_print(module, out);
  else
    vd_ir_print_func(module, only, out);
}

int vd_ir_command(const VdArgs *args) {
  return show(args, print_ir);
}

// With terms of its own: parameters are variables that functions share, and
// would have the names of the function that came first.
static void print_summary(const VdModule *module, uint32_t func, VdBuf *out) {
  VdTerms *terms = vd_terms_new();
  VdSums *sums = vd_sums_new(terms, module);
  vd_summary_print(sums, func, out);
  vd_sums_free(sums);
  vd_terms_free(terms);
}

static void print_summaries(VdModule *module, uint32_t only, VdBuf *out) {
  vd_ir_hash(module);
  for (uint32_t i = 0; i < module->func.len; i++) {
    VdFuncKind kind = module->func.at[i]->kind;
    bool body = kind == VD_FUNC_DEFINED || kind == VD_FUNC_UNSUPPORTED;
    if (only == UINT32_MAX ? body : i == only) print_summary(module, i, out);
  }
}

int vd_summary_command(const VdArgs *args) {
  return show(args, print_summaries);
}

// ------------------------------------------------------------------- store

static int say_no_store(const char *folder) {
  VdBuf out = {0};
  vd_buf_printf(&out, "There is no proof store in %s.\n", folder);
  int code = vd_print(&out);
  vd_buf_done(&out);
  return code;
}

static int print_store(VdStore *store) {
  VdBuf out = {0};
  VdStoreInfo info;
  vd_store_info(store, &info);
  vd_buf_printf(&out, "file     %s\nkey      %s\nrecords  %llu\n", info.path,
                info.key, (unsigned long long)info.records);
  if (info.broken) {
    vd_buf_printf(&out, "broken   %llu (damaged, or sealed with another key)\n",
                  (unsigned long long)info.broken);
  }
  vd_buf_printf(&out, "bytes    %llu\n", (unsigned long long)info.bytes);
  int code = info.usable ? vd_print(&out) : VD_STATUS_USAGE;
  vd_buf_done(&out);
  return code;
}

// Looking does not make a store. Where there is no folder for one, opening
// tells why.
int vd_store_command(const VdArgs *args) {
  VdBuf folder = {0};
  VdDiags diags = {0};
  int code;
  if (vd_store_is_there(args->store_dir, &folder) || !folder.len) {
    VdStore *store = vd_store_open(args->store_dir, args->store_key, &diags);
    code = print_store(store);
    vd_store_close(store);
  } else {
    code = say_no_store(folder.at);
  }
  vd_diags_show(&diags);
  vd_diags_done(&diags);
  vd_buf_done(&folder);
  return code;
}
