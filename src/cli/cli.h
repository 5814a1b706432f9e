// The command line: what was asked for, which files that means, and how a run
// talks to a person while it goes on.
//
// Nothing here exits: functions that can fail return false and leave one
// message without a line break in a buffer, or return an exit code.
#ifndef VD_CLI_H
#define VD_CLI_H

#include "base/limit.h"
#include "drive/drive.h"
#include "report/report.h"

// --------------------------------------------------------------- arguments
typedef enum VdCommandKind {
#define VD_COMMAND(id, letter, word, least, most, expected, usage, line, \
                   about, examples)                                      \
  VD_COMMAND_##id,
#include "cli/command.def"
#undef VD_COMMAND
} VdCommandKind;
enum { VD_COMMANDS = VD_COMMAND_STORE + 1 };  // the last one

typedef enum VdColor { VD_COLOR_AUTO, VD_COLOR_ALWAYS, VD_COLOR_NEVER } VdColor;

// Values of an option that may be given several times.
typedef struct VdWords {
  const char *at[VD_MOST_option_times];
  uint32_t n;
} VdWords;

// Text is borrowed from argv. options.def says what each member is.
typedef struct VdArgs {
  VdCommandKind command;
  bool named;  // by its word
  uint32_t operands;
  const char *operand[2];
  const char *function, *cflags, *compile_commands, *solver, *emit_test, *cc,
      *store_dir, *store_key, *explain, *tables, *old_tables, *new_tables, *csv,
      *output, *cycle, *trace, *program, *vcd, *test, *contract;
  VdWords crosswalk, inputs, outputs, watch, allow_read, limit;
  double effort, timeout;  // less than 0: not given
  uint64_t memory, jobs, unroll, seed, cycles;
  uint32_t fp, strategy, store, color, crosswalk_format;
  bool no_replay, json, verbose, quiet, no_times, project, raw, help, version,
      crosswalk_lenient, strict, accept_partial, trust_code;
} VdArgs;
// False with a message: "option --jobs: expected ..., found ...".
bool vd_args_read(int argc, char *const argv[], VdArgs *args, VdBuf *error);
// Lowers what --limit says. False with a message.
bool vd_args_lower_limits(const VdArgs *args, VdBuf *error);
void vd_help_print(VdBuf *out);  // of all commands
void vd_help_print_command(VdCommandKind command, VdBuf *out);

// Splits as a POSIX shell does, quotes and backslashes respected, nothing
// expanded. NULL-terminated, in the arena; NULL with a message for a quote that
// does not end.
const char *const *vd_words_split(VdArena *arena, const char *text,
                                  VdBuf *error);

// ------------------------------------------------------------------- files
// A file on both sides, or on one.
typedef struct VdFilePair {
  const char *name;     // the path below the roots
  const char *path[2];  // NULL if it is not there
} VdFilePair;
// What is not read, and not the same in both versions: code of another
// language, what a build may use, headers, hidden files, links to folders.
typedef struct VdFileRest {
  const char *name;     // the path below the roots
  const char *path[2];  // NULL if it is not there
  const char *what;     // "a file that is not read has changed"; NULL: it is
                        // new, and only that is said
} VdFileRest;
typedef struct VdFilePairs {
  VdArena arena;
  VD_VEC(VdFilePair) list;  // by name
  VD_VEC(VdFileRest) rest;  // by name
} VdFilePairs;
// What a file must be by its name, and what that is called.
typedef struct VdFilesKind {
  bool (*is_input)(const char *path);
  const char *file, *below;  // messages: it is no such; there are none below
} VdFilesKind;
extern const VdFilesKind vd_files_c;
// Whether a file is one, or a directory has some.
bool vd_files_are(const char *path, const VdFilesKind *kind);
// Two files are a pair; two directories are walked. False with a message.
bool vd_pairs_find(const char *old_root, const char *new_root,
                   const VdFilesKind *kind, VdFilePairs *pairs, VdBuf *error);
void vd_pairs_done(VdFilePairs *pairs);
// False too if one of them cannot be read.
bool vd_files_have_same_bytes(const char *x, const char *y);
// Several files may have functions of one name: the folder below one of
// --emit-test for a pair of files.
const char *vd_emit_folder(VdArena *arena, const char *folder,
                           const char *pair);

// The time of --cycle in nanoseconds, 0 without one. False with a message.
bool vd_cycle_read(const VdArgs *args, uint64_t *cycle, VdBuf *error);
// True unless there is a file of --compile-commands that cannot be read; else
// a message.
bool vd_commands_check(const VdArgs *args, VdBuf *error);

bool vd_path_is_vir(const char *path);
// Reads n files, .vir and .st ones too. module[i] is NULL where diags[i] has
// errors.
typedef struct VdReading {
  const char *const *flags;
  const char *commands;
  uint32_t jobs;
  double seconds;  // for one file, 0 for no limit
  size_t memory;
  VdBudget budget;
  uint64_t cycle;  // of a PLC in nanoseconds; 0: any
} VdReading;
// What --effort and --timeout come to, where only one or none is given.
void vd_limits_of(const VdArgs *args, double *effort, double *timeout);
// How long reading one file may take, by --timeout.
double vd_reading_seconds(double timeout);
// Tries in workers what is to be done in this process, so that it does not hang
// or die here: some files at once. What failed is not ok, with an error in its
// diags.
typedef struct VdTrials {
  void (*work)(void *context, uint32_t i);
  void *context;
  const char *const *path;  // by i, like the others
  VdDiags *diags;
  bool *ok;
} VdTrials;
void vd_trials_run(const VdTrials *trials, uint32_t n,
                   const VdReading *reading);
VdModule *vd_vir_read(const char *path, VdDiags *diags);  // NULL with errors
void vd_modules_read(const char *const *path, uint32_t n,
                     const VdReading *reading, VdModule **module,
                     VdDiags *diags);

// ------------------------------------------------------------------ person
// Set by ^C and SIGTERM; a second one ends the process. SIGPIPE and SIGXFSZ are
// ignored: the write fails instead.
void vd_signals_init(void);
const volatile int *vd_signals_cancelled(void);

// A line on the terminal that is redrawn and goes away. It appears only when
// a run takes longer than half a second.
typedef struct VdProgress {
  FILE *out;         // NULL: none
  const char *unit;  // what is done; NULL: functions
  uint32_t width;
  double start, drawn;
  bool visible;
} VdProgress;
void vd_progress_init(VdProgress *progress, FILE *out, bool wanted);
void vd_progress_draw(VdProgress *progress, uint32_t done, uint32_t total,
                      uint32_t different, const char *name);
void vd_progress_clear(VdProgress *progress);

bool vd_color_wanted(VdColor color, FILE *out);
// To stdout. False with a message; a reader that went away is no failure.
bool vd_output_write(const VdBuf *text, VdBuf *error);
void vd_message(const char *text);  // "veridiff: text" to stderr
int vd_print(const VdBuf *text);    // to stdout; the exit code
void vd_diags_show(const VdDiags *diags);

// What the programs that a command starts may do; before the first of them.
void vd_guard_init(const VdArgs *args);
// Whether the code under comparison is run.
bool vd_guard_replays(const VdArgs *args);

// ---------------------------------------------------------------- commands
// Each returns the exit code.
int vd_compare_command(const VdArgs *args);
int vd_ir_command(const VdArgs *args);
int vd_summary_command(const VdArgs *args);
int vd_store_command(const VdArgs *args);
int vd_rules_command(const VdArgs *args);
int vd_migrate_command(const VdArgs *args);
int vd_run_command(const VdArgs *args);

#endif
