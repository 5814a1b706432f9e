// Replay of a case: writes a reproducer, lets its run.sh build and run both
// versions, and compares. What veridiff saw and what somebody sees who runs
// the script later is therefore the same thing.
#include "front/c/native.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "front/c/native_impl.h"
#include "front/c/strange.h"
#include "plan/plan.h"

typedef struct Native {
  VdNative native;
  VdCNativeOptions options;
  VdCommands *commands;
} Native;

static const char *const runtime_header[] = {
#include "src/front/c/native_rt_header.inc"
    NULL};
static const char *const runtime_source[] = {
#include "src/front/c/native_rt_source.inc"
    NULL};
// The runtime as it was compiled when veridiff was. A kept reproducer has only
// the source, but compiling that takes half of a replay's time.
static const uint8_t runtime_object[] = {
#include "src/front/c/native_rt_object.inc"
};

// -------------------------------------------------------------------- files
void vd_replay_reject(VdReplay *r, const char *fmt, ...) {
  if (r->bad) return;
  va_list args;
  va_start(args, fmt);
  r->bad = vd_arena_vprintf(&r->arena, fmt, args);
  va_end(args);
}

bool vd_replay_is_undefined(const VdReplay *r) {
  return r->outcome[VD_NEW]->status == VD_RUN_UNDEFINED;
}

bool vd_replay_is_uninitialised(const VdReplay *r) {
  return vd_replay_is_undefined(r) && r->outcome[VD_NEW]->unset;
}

// As in native_rt_base.c and native_run.sh.
static bool is_shadow(uint64_t addr) {
  return addr >> 44 == 4;
}

bool vd_replay_is_checked(const VdReplay *r) {
  bool is_free = true;
  for (uint32_t i = 0; i < r->input->params; i++)
    is_free &= !is_shadow(vd_value_limb(&r->input->param[i], 0));
  for (uint32_t i = 0; i < r->input->memory.len; i++)
    is_free &= !is_shadow(r->input->memory.at[i].addr);
  return is_free;
}

// The last flag counts.
static bool wraps(const char *const *flag, bool before) {
  for (; flag && *flag; flag++) {
    if (!strcmp(*flag, "-fwrapv") || !strcmp(*flag, "-fno-strict-overflow"))
      before = true;
    if (!strcmp(*flag, "-fno-wrapv") || !strcmp(*flag, "-fstrict-overflow"))
      before = false;
  }
  return before;
}

bool vd_replay_wraps(const VdReplay *r, int side) {
  return wraps(r->options->flags, wraps(r->command[side].flags, false));
}

char *vd_replay_file(VdReplay *r, const char *name) {
  return vd_arena_printf(&r->arena, "%s/%s", r->dir, name);
}

// Not vd_file_write: what is in a fresh directory needs no flush to disk, which
// would take longer than the compiler.
static void write_file(VdReplay *r, const char *name, const VdBuf *text) {
  const char *path = vd_replay_file(r, name);
  if (!vd_file_put(path, vd_buf_text(text), text->len))
    vd_replay_reject(r, "cannot write %s: %s", path, strerror(errno));
}

static void write_by(VdReplay *r, const char *name,
                     void (*print)(VdReplay *r, VdBuf *out)) {
  VdBuf text = {0};
  print(r, &text);
  if (!r->bad) write_file(r, name, &text);
  vd_buf_done(&text);
}

static void put_header(VdReplay *r, VdBuf *out) {
  (void)r;
  for (uint32_t i = 0; runtime_header[i]; i++)
    vd_buf_str(out, runtime_header[i]);
}

static void put_object(VdReplay *r, VdBuf *out) {
  (void)r;
  vd_buf_add(out, runtime_object, sizeof runtime_object);
}

static void put_source(VdReplay *r, VdBuf *out) {
  (void)r;
  vd_buf_str(out, "#include \"runtime.h\"\n\n");
  for (uint32_t i = 0; runtime_source[i]; i++)
    vd_buf_str(out, runtime_source[i]);
}

static void put_old(VdReplay *r, VdBuf *out) {
  vd_native_unit(r, VD_OLD, out);
}

static void put_new(VdReplay *r, VdBuf *out) {
  vd_native_unit(r, VD_NEW, out);
}

static void write_all(VdReplay *r) {
  const struct {
    const char *name;
    void (*print)(VdReplay *r, VdBuf *out);
  } files[] = {
      {"runtime.h", put_header},
      {r->is_kept ? "runtime.c" : "runtime.o",
       r->is_kept ? put_source : put_object},
      {"case.c", vd_native_case},
      {"old.c", put_old},
      {"new.c", put_new},
      {"README", vd_native_readme},
  };
  for (int side = 0; side < 2 && !r->bad; side++)
    if (r->is_ir[side]) vd_native_bitcode(r, side);
  for (size_t i = 0; i < VD_COUNT(files) && !r->bad; i++)
    write_by(r, files[i].name, files[i].print);
}

// -------------------------------------------------------------- directories
static void choose_directory(VdReplay *r, const char *keep_in) {
  VdBuf path = {0};
  r->is_kept = keep_in != NULL;
  if (keep_in) vd_buf_printf(&path, "%s/%s", keep_in, r->func[VD_OLD]->link);
  bool ok =
      keep_in ? vd_directory_make_unlinked(path.at) : vd_tempdir_new(&path);
  if (!ok)
    vd_replay_reject(r, "cannot make the directory %s: %s",
                     path.len ? path.at : "", strerror(errno));
  r->dir = vd_arena_str(&r->arena, vd_buf_text(&path));
  vd_buf_done(&path);
}

static void clean_directory(VdReplay *r) {
  if (!r->dir || !*r->dir) return;
  vd_tempdir_remove(r->is_kept ? vd_replay_file(r, "build") : r->dir);
}

// ----------------------------------------------------------------- building
// The line of a compiler or linker that says most.
static const char *find_error(VdReplay *r, const char *text) {
  const char *at = strstr(text, "cannot find -l");
  if (!at) at = strstr(text, "error: ");
  if (!at) at = strstr(text, "undefined reference");
  if (at)
    while (at > text && at[-1] != '\n') at--;
  else
    at = text;
  return vd_arena_printf(&r->arena, "%.*s", (int)strcspn(at, "\n"), at);
}

// False if a version could not be built.
static bool build(VdReplay *r) {
  const char *const argv[] = {"sh", vd_replay_file(r, "run.sh"), "--build",
                              NULL};
  VdConfine confine = {.kind = VD_CONFINE_BUILD,
                       .folder = r->dir,
                       .source = {r->path[VD_OLD], r->path[VD_NEW]}};
  VdRun run;
  vd_run_confined(argv, &confine, &r->budget, &run);
  if (run.timeout)
    vd_replay_reject(r, "building took too long");
  else if (run.status != 0)
    vd_replay_reject(r, "cannot build it: %s",
                     find_error(r, vd_buf_text(&run.err)));
  vd_run_done(&run);
  return !r->bad;
}

// ------------------------------------------------------------------ running
static const char *run_version(VdReplay *r, int side) {
  bool is_old = side == VD_OLD;
  VdStrange strange = {
      .program = vd_replay_file(r, is_old ? "build/old" : "build/new"),
      .empty = vd_replay_file(r, "build/empty"),
      .budget = r->budget};
  const char *why;
  const char *result = vd_strange_run(&strange, &r->arena, &why);
  if (!result)
    vd_replay_reject(r, "the %s version %s", is_old ? "old" : "new", why);
  return result;
}

static bool run_both(VdReplay *r) {
  for (int side = 0; side < 2 && !r->bad; side++)
    r->said[side] = run_version(r, side);
  return !r->bad;
}

// ---------------------------------------------------------------- compilers
// What came of one compiler.
typedef struct Attempt {
  VdNativeStatus status;
  bool is_built;
  const char *bad;
  VdBuf report;
} Attempt;

static void attempt(VdReplay *r, const char *cc, Attempt *a) {
  *a = (Attempt){0};
  r->cc = cc;
  r->bad = NULL;
  write_by(r, "run.sh", vd_native_run_sh);
  if (!r->bad) a->is_built = build(r);
  if (a->is_built && run_both(r)) a->status = vd_native_compare(r, &a->report);
  a->bad = r->bad;
}

// Functions at the least addresses, as a vector table may have them: where a
// process has them, their addresses are other numbers.
static bool has_low_call(const VdReplay *r) {
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; i < r->outcome[side]->event.len; i++) {
      const VdEvent *event = &r->outcome[side]->event.at[i];
      if (!strncmp(event->link, "pointer:", 8) && event->args &&
          vd_value_limb(&event->arg[0], 0) < VD_FIRST_ADDRESS)
        return true;
    }
  return false;
}

// Does the code show neither what the model says nor another difference?
static bool is_refuted(const Attempt *a) {
  return a->is_built &&
         (a->status == VD_NATIVE_AGREES || a->status == VD_NATIVE_CONTRADICTS);
}

// Could another compiler tell more? One may build what another does not, sees
// undefined behaviour that another computes away, or means what clang, of which
// the model was made, does not (excess precision, folded comparisons).
static bool is_open(const VdReplay *r, const Attempt *a) {
  return !a->is_built || a->status == VD_NATIVE_AGREES ||
         (a->status == VD_NATIVE_CONTRADICTS && !vd_replay_is_undefined(r));
}

static bool is_better(const VdReplay *r, const Attempt *a,
                      const Attempt *than) {
  if (!than->is_built) return a->is_built;
  if (!vd_replay_is_undefined(r)) return a->status == VD_NATIVE_DIFFERS;
  return a->status == VD_NATIVE_DIFFERS || a->status == VD_NATIVE_CONTRADICTS ||
         a->status == VD_NATIVE_UNFIT;
}

// The user's compiler is asked first what the code does. Whether that is
// undefined is a question for clang, by which the model came to be: gcc
// computes in small types where that gives the same, without checks, at any
// level of optimisation.
static VdNativeStatus build_and_run(VdReplay *r, VdBuf *report) {
  bool undefined = vd_replay_is_undefined(r);
  const char *given = r->options->cc;
  Attempt first, second = {0}, *best = &first;
  attempt(r, given ? given : undefined ? "clang-19" : "cc", &first);
  if (!given && is_open(r, &first) && !vd_budget_over(&r->budget)) {
    attempt(r, undefined ? "cc" : "clang-19", &second);
    if (is_better(r, &second, &first)) best = &second;
  }
  VdNativeStatus status = best->status;
  if (is_refuted(best) && !undefined && has_low_call(r)) {
    vd_buf_str(report, "no function of a process is below 4096\n");
    status = VD_NATIVE_UNFIT;
  }
  r->bad = best->bad;
  if (best == &second && !undefined && is_refuted(&first))
    vd_buf_str(report, "by clang-19; the code of cc does not show it\n");
  vd_buf_add(report, vd_buf_text(&best->report), best->report.len);
  vd_buf_done(&first.report);
  vd_buf_done(&second.report);
  return status;
}

// ------------------------------------------------------------------- replay
static void take_paths(VdReplay *r) {
  const char *given[2] = {r->options->old_path, r->options->new_path};
  for (int side = 0; side < 2; side++) {
    r->path[side] = realpath(given[side], NULL);
    if (!r->path[side]) {
      vd_replay_reject(r, "cannot find %s", given[side]);
      return;
    }
    r->is_ir[side] =
        vd_native_is_ir(r->path[side]) || !vd_native_is_reachable(r, side);
  }
}

static void check_functions(VdReplay *r) {
  for (int side = 0; side < 2; side++)
    if (!vd_native_is_symbol(r->func[side]->link))
      vd_replay_reject(r, "%s is not a function of the program",
                       r->func[side]->link);
}

static void take_commands(VdReplay *r, const VdCommands *commands) {
  for (int side = 0; side < 2 && commands; side++)
    vd_commands_find(commands, r->path[side], &r->command[side]);
}

static bool takes_struct(const VdModule *m, const char *link) {
  for (uint32_t i = 0; i < m->func.len; i++)
    if (!strcmp(m->func.at[i]->link, link) &&
        vd_func_has_note(m->func.at[i], "byval"))
      return true;
  return false;
}

// What no process can be made to have: a weak function that is another file's,
// or nobody's; a variable without a name that one version has.
static void check_modules(VdReplay *r) {
  for (int side = 0; side < 2; side++) {
    const VdModule *m = r->module[side];
    if (vd_module_imports(m, r->func[side]->link))
      vd_replay_reject(r, "%s is inline: it may be another file's",
                       r->func[side]->link);
    for (uint32_t i = 0; i < m->func.len; i++)
      if (!strncmp(m->func.at[i]->link, "weak reference:", 15))
        vd_replay_reject(r, "%s may be defined elsewhere or not",
                         m->func.at[i]->link + 15);
    for (uint32_t i = 0; i < m->global.len; i++)
      if (m->global.at[i].hidden && m->global.at[i].name[0] == '.')
        vd_replay_reject(r, "a variable without a name");
    for (uint32_t i = 0; i < r->outcome[side]->event.len; i++) {
      const char *link = r->outcome[side]->event.at[i].link;
      if (vd_module_exports(m, link))
        vd_replay_reject(r, "%s is weak: it may be another file's", link);
      if (takes_struct(m, link))
        vd_replay_reject(r, "%s is given a struct in memory", link);
    }
  }
}

static VdNativeStatus replay(void *context, uint32_t old_func,
                             uint32_t new_func, const VdCase *input,
                             const char *keep_in, const VdBudget *budget,
                             VdBuf *report) {
  const Native *n = context;
  const VdCNativeOptions *o = &n->options;
  VdReplay r = {.options = o,
                .module = {o->old_module, o->new_module},
                .func = {o->old_module->func.at[old_func],
                         o->new_module->func.at[new_func]},
                .input = input,
                .outcome = {&input->old_outcome, &input->new_outcome},
                .budget = budget ? vd_budget_cut(budget, o->seconds)
                                 : vd_budget_of(o->seconds)};
  VdNativeStatus status = VD_NATIVE_UNAVAILABLE;
  check_functions(&r);
  check_modules(&r);
  if (!r.bad) take_paths(&r);
  if (!r.bad) take_commands(&r, n->commands);
  if (!r.bad) choose_directory(&r, keep_in);
  if (!r.bad) write_all(&r);
  if (!r.bad) status = build_and_run(&r, report);
  if (r.bad) {
    vd_buf_str(report, "not replayed: ");
    vd_text_print(r.bad, report);
    vd_buf_char(report, '\n');
  }
  clean_directory(&r);
  free(r.path[VD_OLD]);
  free(r.path[VD_NEW]);
  vd_arena_done(&r.arena);
  return status;
}

VdNative *vd_c_native_new(const VdCNativeOptions *options) {
  Native *n = vd_alloc(sizeof *n);
  VdDiags diags = {0};
  n->options = *options;
  n->native = (VdNative){.replay = replay, .context = n};
  if (options->commands)
    n->commands = vd_commands_read(options->commands, &diags);
  vd_diags_done(&diags);
  return &n->native;
}

void vd_c_native_free(VdNative *native) {
  if (!native) return;
  Native *n = native->context;
  vd_commands_free(n->commands);
  vd_free(n);
}
