// Runs clang and turns what it says into diagnostics.
#include "front/c/clang.h"

#include <signal.h>
#include <stdlib.h>

#include "base/limit.h"

static const char *const default_flags[] = {
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fno-crash-diagnostics",
    "-Qunused-arguments",
    // Else clang drops what comes after a call, whatever type the program
    // declares them with; library.c knows them by their types.
    "-fno-builtin-exit",
    "-fno-builtin-abort",
    "-fno-builtin-_exit",
    "-fno-builtin-_Exit",
};
// After the user's flags, so that these win. The order of uses, which only
// clang itself would need, takes a twentieth of its time.
static const char *const final_flags[] = {
    "-c",
    "-emit-llvm",
    "-Xclang",
    "-no-emit-llvm-uselists",
    // Of warnings, only of what another compiler would make something of.
    "-Wno-error",
    "-Wno-everything",
    "-Wunknown-attributes",
    "-Wignored-attributes",
    "-Wunknown-pragmas",
    "-Wignored-pragmas",
    "-Wdate-time",
};
// No optimisation. At -O0 clang leaves out the bodies of inline functions that
// have their external definition elsewhere, and a call may well mean those
// bodies; so it is -O1 without passes, and without what only passes need.
static const char *const plain_flags[] = {
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-lifetime-markers",
};
// For code that is run: checks of memory are made by a pass. Products and sums
// are rounded each, as in the model; touch.c says where that need not be so.
static const char *const run_flags[] = {
    "-O0",
    "-ffp-contract=off",
    "-Xclang",
    "-disable-O0-optnone",
};

typedef VD_VEC(const char *) Args;

static void add_all(Args *args, const char *const *more) {
  for (; more && *more; more++) vd_push(args, *more);
}

// The file of an -include, in whichever way it is written; NULL if it is none.
// *flag is moved to its last word.
static const char *included(const char *const **flag) {
  static const char *const spelled[] = {"--include=", "--include", "-include"};
  const char *word = **flag;
  if (!strncmp(word, "-include-", 9)) return NULL;
  for (size_t i = 0; i < VD_COUNT(spelled); i++) {
    size_t n = strlen(spelled[i]);
    if (strncmp(word, spelled[i], n)) continue;
    if (word[n]) return word + n;
    return (*flag)[1] ? *++*flag : NULL;
  }
  return NULL;
}

// Clang takes a precompiled header that lies beside the file of -include, if it
// is asked to include it, and none if its second stage is.
static void add_flags(Args *args, const char *const *flag) {
  for (; flag && *flag; flag++) {
    const char *word = *flag, *file = included(&flag);
    if (file) {
      vd_push(args, "-Xclang");
      vd_push(args, "-include");
      vd_push(args, "-Xclang");
    }
    vd_push(args, file ? file : word);
  }
}

const char *vd_clang_no_folder(VdArena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  int n = slash ? (int)(slash + 1 - path) : 0;
  return vd_arena_printf(arena, "-fmacro-prefix-map=%.*s=", n, path);
}

// The user's last -O, "" if there is none.
static const char *last_level(const char *const *flags, const char *level) {
  for (; flags && *flags; flags++)
    if (!strncmp(*flags, "-O", 2)) level = *flags + 2;
  return level;
}

// What the source sees of the user's -O, although another one is used: macros,
// and -Ofast as -ffast-math. Before the user's flags, so that those win.
const char *const *vd_clang_level(VdArena *arena, const char *const *first,
                                  const char *const *second) {
  const char **flag = VD_NEW_ARRAY(arena, const char *, 6);
  const char *level = last_level(second, last_level(first, "0"));
  bool optimised = strcmp(level, "0") != 0;
  uint32_t n = 0;
  flag[n++] = optimised ? "-D__OPTIMIZE__=1" : "-U__OPTIMIZE__";
  flag[n++] = optimised ? "-U__NO_INLINE__" : "-D__NO_INLINE__=1";
  if (!strcmp(level, "s") || !strcmp(level, "z"))
    flag[n++] = "-D__OPTIMIZE_SIZE__=1";
  if (!strcmp(level, "fast")) flag[n++] = "-ffast-math";
  flag[n] = NULL;
  return flag;
}

static void add_final(Args *args, const VdCommand *command) {
  for (size_t i = 0; i < VD_COUNT(final_flags); i++)
    vd_push(args, final_flags[i]);
  for (size_t i = 0; !command->is_run && i < VD_COUNT(plain_flags); i++)
    vd_push(args, plain_flags[i]);
  for (size_t i = 0; command->is_run && i < VD_COUNT(run_flags); i++)
    vd_push(args, run_flags[i]);
}

static void make_args(Args *args, const char *path, const VdCOptions *o,
                      const VdCommand *command, VdArena *arena) {
  vd_push(args, o->clang ? o->clang : "clang-19");
  for (size_t i = 0; i < VD_COUNT(default_flags); i++)
    vd_push(args, default_flags[i]);
  vd_push(args, vd_clang_no_folder(arena, path));
  add_all(args, vd_clang_level(arena, command->flags, o->flags));
  add_flags(args, command->flags);
  add_flags(args, o->flags);
  add_final(args, command);
  vd_push(args, command->no_lines             ? "-g0"
                : o->rules || command->is_run ? "-gline-tables-only"
                                              : "-g");
  // Besides being for people, names tell what clang has done: value.c, init.c.
  vd_push(args, command->no_names ? "-fdiscard-value-names"
                                  : "-fno-discard-value-names");
  if (!vd_path_ends(path, ".c") && !vd_path_ends(path, ".i")) {
    vd_push(args, "-x");
    vd_push(args, "c");
  }
  // By pipe: there is no file to clean up when a worker is killed.
  vd_push(args, "-o");
  vd_push(args, "-");
  vd_push(args, "--");
  vd_push(args, path);
  vd_push(args, NULL);
}

// ---------------------------------------------------------------- messages
// A line "FILE:LINE:COLUMN: error: TEXT", or without the position.
typedef struct Message {
  const char *file;
  int file_len;
  uint32_t line, column;
  const char *text;
  int text_len;
} Message;

static const char *const errors[] = {"fatal error: ", "error: ", NULL};
static const char *const warnings[] = {"warning: ", NULL};

// The end of one of the marks in the line, or NULL.
static const char *after_mark(const char *line, size_t n,
                              const char *const *marks, const char **before) {
  for (size_t i = 0; marks[i]; i++) {
    const char *at = memmem(line, n, marks[i], strlen(marks[i]));
    if (!at || (at != line && at[-1] != ' ')) continue;
    *before = at;
    return at + strlen(marks[i]);
  }
  return NULL;
}

// A number before a colon that ends at end; moves end to before the number.
static uint32_t take_number(const char *line, const char **end) {
  const char *p = *end;
  if (p == line || p[-1] != ':') return 0;
  const char *digits = --p;
  while (digits > line && digits[-1] >= '0' && digits[-1] <= '9') digits--;
  if (digits == p || digits == line || digits[-1] != ':') return 0;
  *end = digits;
  return (uint32_t)strtoul(digits, NULL, 10);
}

static bool read_message(const char *line, size_t n, const char *const *marks,
                         Message *m) {
  const char *end;
  const char *text = after_mark(line, n, marks, &end);
  if (!text) return false;
  *m = (Message){.text = text, .text_len = (int)(line + n - text)};
  if (end > line && end[-1] == ' ') end--;
  m->column = take_number(line, &end);
  if (m->column) m->line = take_number(line, &end);
  if (!m->line) return true;
  m->file = line;
  m->file_len = (int)(end - 1 - line);
  return true;
}

static VdPos pos_of(const Message *m, const char *path, const char *given,
                    VdDiags *diags) {
  VdPos pos = {.file = path, .line = m->line, .column = m->column};
  if (m->file) {
    char *file = vd_arena_printf(&diags->arena, "%.*s", m->file_len, m->file);
    if (strcmp(file, given)) pos.file = file;
  }
  return pos;
}

// A header where compilers may not read.
static const char *hint(const Message *m) {
  static const char denied[] = "Permission denied";
  int n = (int)strlen(denied);
  bool is = m->text_len >= n && vd_confinement() == VD_CONFINED &&
            !memcmp(m->text + m->text_len - n, denied, (size_t)n);
  return is ? " (--allow-read lets compilers read elsewhere)" : "";
}

// What clang said; false if it was nothing that looks like an error.
static bool add_messages(const char *text, const char *path, const char *given,
                         VdDiags *diags) {
  uint32_t before = diags->errors;
  int most = (int)vd_limit->clang_message;
  while (*text) {
    size_t n = strcspn(text, "\n");
    Message m;
    if (read_message(text, n, errors, &m))
      vd_diag(diags, VD_ERROR, pos_of(&m, path, given, diags), "%.*s%s%s",
              m.text_len < most ? m.text_len : most, m.text,
              m.text_len > most ? "..." : "", hint(&m));
    text += n + (text[n] == '\n');
  }
  return diags->errors > before;
}

// Attributes and pragmas that clang does not know: the first, and how many.
static void add_ignored(const char *text, const char *path, const char *given,
                        VdDiags *diags, VdBuf *all) {
  Message first = {0}, m;
  uint32_t more = 0;
  while (*text) {
    size_t n = strcspn(text, "\n");
    if (read_message(text, n, warnings, &m) && m.line) {
      if (first.text)
        more++;
      else
        first = m;
      if (all)
        vd_buf_printf(all, "%s%.*s", all->len ? "; " : "", m.text_len, m.text);
    }
    text += n + (text[n] == '\n');
  }
  if (!first.text) return;
  const char *end = memmem(first.text, (size_t)first.text_len, " [-W", 4);
  int len = end ? (int)(end - first.text) : first.text_len;
  VdPos pos = pos_of(&first, path, given, diags);
  if (more)
    vd_diag(diags, VD_WARNING, pos, "%.*s, and %u more: not compared", len,
            first.text, more);
  else
    vd_diag(diags, VD_WARNING, pos, "%.*s: not compared", len, first.text);
}

static void add_failure(const VdRun *run, const char *path, VdDiags *diags) {
  const char *said = vd_buf_text(&run->err);
  int n = (int)strcspn(said, "\n");
  VdPos pos = {.file = path};
  if (run->timeout)
    vd_diag(diags, VD_ERROR, pos, "clang failed: timeout");
  else if (run->status < 0)
    vd_diag(diags, VD_ERROR, pos, "clang could not be run: %.*s", n, said);
  else if (run->status > 128)
    vd_diag(diags, VD_ERROR, pos,
            "clang failed: killed by signal %d (%s)%s%.*s", run->status - 128,
            strsignal(run->status - 128), n ? ": " : "", n, said);
  else
    vd_diag(diags, VD_ERROR, pos, "clang failed: exit code %d%s%.*s",
            run->status, n ? ": " : "", n, said);
}

// A twentieth of clang's time is the kernel's, handing out memory in small
// pages. What the user has set wins. This is a worker: nobody else sees it.
static void tune_memory(void) {
  setenv("GLIBC_TUNABLES",
         "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864", false);
}

// The second stage is given the name without its folder, too, and takes "@x.c"
// for the words of a file wherever it stands.
static bool is_file_of_flags(const char *path) {
  const char *slash = strrchr(path, '/');
  return (slash ? slash[1] : *path) == '@';
}

bool vd_clang_compile(const char *path, const VdCOptions *o,
                      const VdCommand *command, VdBuf *bitcode, VdBuf *ignored,
                      VdDiags *diags) {
  // In another directory a relative path would lead elsewhere.
  char *real = command->directory ? realpath(path, NULL) : NULL;
  const char *given = real ? real : path;
  // Even after "--" clang hands the name on to its second stage, where
  // "-o.c" would be an option.
  if (!real && *path == '-')
    given = vd_arena_printf(&diags->arena, "./%s", path);
  if (is_file_of_flags(given)) {
    vd_diag(diags, VD_ERROR, (VdPos){.file = path},
            "clang takes a file whose name starts with @ for a list of flags");
    free(real);
    return false;
  }
  Args args = {0};
  VdRun run = {0};
  make_args(&args, given, o, command, &diags->arena);
  tune_memory();
  VdConfine confine = {.kind = VD_CONFINE_READ,
                       .directory = command->directory,
                       .source = {given}};
  vd_run_confined(args.at, &confine, &o->budget, &run);
  bool ok = run.status == 0 && !run.timeout;
  bool crashed = run.timeout || run.status < 0 || run.status > 128;
  if (ok) {
    vd_buf_add(bitcode, vd_buf_text(&run.out), run.out.len);
    if (!command->is_run)
      add_ignored(vd_buf_text(&run.err), path, given, diags, ignored);
  } else if (crashed ||
             !add_messages(vd_buf_text(&run.err), path, given, diags)) {
    add_failure(&run, path, diags);
  }
  vd_run_done(&run);
  vd_vec_done(&args);
  free(real);
  return ok;
}
