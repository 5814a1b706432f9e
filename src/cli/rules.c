// veridiff rules OLD NEW --crosswalk FILE: the crosswalk is read once, then one
// worker a pair of files compiles both and compares their functions.
#include "cli/rules.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limit.h"
#include "cli/session.h"
#include "front/c/c.h"
#include "front/c/rule_driver.h"

// Large files first: a large one at the end would keep one core busy alone.
typedef struct Turn {
  uint32_t pair;
  off_t size;
  VD_VEC(VdRuleDead) dead;
  bool again;  // for the sake of the other questions
} Turn;

typedef struct Own {
  VdCrosswalk *crosswalk;
  const char *const *flags;
  Turn *turn;  // of pairs
  uint32_t turns;
  uint32_t *at;    // by turn: as in VdRules, shared with the workers; or NULL
  VdNames warned;  // warnings that were shown
  uint32_t done;
} Own;

static Own *own_of(const VdSession *s) {
  return s->own;
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

// What declares the questions comes before the user's flags.
static void make_flags(VdSession *s) {
  VD_VEC(const char *) all = {0};
  const char *include = find_include(&s->arena);
  if (include) {
    vd_push(&all, "-isystem");
    vd_push(&all, include);
    vd_push(&all, "-include");
    vd_push(&all, "veridiff/codes.h");
  }
  for (const char *const *own = s->flags; *own; own++) vd_push(&all, *own);
  const char **flags = VD_NEW_ARRAY(&s->arena, const char *, all.len + 1);
  for (uint32_t i = 0; i < all.len; i++) flags[i] = all.at[i];
  vd_vec_done(&all);
  own_of(s)->flags = flags;
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
  if (root && vd_file_is_directory(root)) {
    vd_push(&rules->tables[side], vd_arena_printf(arena, "%s/tables", root));
    vd_push(&rules->tables[side], root);
  }
}

static bool set_up(VdSession *s, VdBuf *error) {
  s->own = VD_NEW(&s->arena, Own);
  if (!s->args->crosswalk.n) {
    vd_buf_str(error,
               "option --crosswalk is needed: which codes mean the same");
    return false;
  }
  make_flags(s);
  return true;
}

static VdRules rules_of(VdSession *s, const VdFilePair *pair, VdArena *arena) {
  VdRules rules = {.crosswalk = own_of(s)->crosswalk,
                   .store = s->store,
                   .verify = s->verify};
  rules.options = (VdRuleOptions){.limits = vd_session_limits(s),
                                  .only = s->options.only,
                                  .solver = s->options.solver};
  for (uint32_t k = 0; k < s->args->operands; k++)
    if (pair->path[k])
      vd_rules_tables(s->args, arena, (VdSide)k, pair->path[k], &rules);
  return rules;
}

// ------------------------------------------------------------------ workers

static VdCOptions c_options(const VdSession *s, bool lines) {
  VdCOptions options = {
      .flags = own_of(s)->flags,
      .budget = vd_budget_of(vd_reading_seconds(s->options.timeout)),
      .rules = !lines,
      .plain = !s->args->cflags};
  options.budget.cancelled = vd_signals_cancelled();
  return options;
}

static VdModule *read_here(const VdSession *s, const char *path, bool lines,
                           VdDiags *diags) {
  VdCOptions options = c_options(s, lines);
  if (vd_path_is_vir(path)) return vd_vir_read(path, diags);
  return vd_c_read_here(path, &options, diags);
}

// Both versions, or only the old one; of a file that is new, only what acts by
// itself is of interest. Whether with lines may be told.
static void read_both(const VdSession *s, const VdFilePair *pair, bool *lines,
                      VdModule *module[2], VdDiags *diags) {
  const char *const path[2] = {pair->path[0], pair->path[1]};
  module[0] = module[1] = NULL;
  if (s->args->operands < 2) {
    module[0] = read_here(s, path[0], *lines, diags);
  } else if (!path[0]) {
    *lines = true;
    module[0] = vd_module_new("");
    module[1] = read_here(s, path[1], true, diags);
  } else if (vd_path_is_vir(path[0]) || vd_path_is_vir(path[1])) {
    *lines = true;
    for (int k = 0; k < 2; k++) module[k] = read_here(s, path[k], true, diags);
  } else {
    VdCOptions options = c_options(s, false);
    vd_c_read_rules(path, &options, module, lines, diags);
  }
}

// Building a program takes about as long as reading the file; in a run over
// thousands of functions that is for those who ask for it.
static bool is_replayed(const VdSession *s, const VdComparison *comparison) {
  uint32_t functions = 0;
  for (uint32_t i = 0; i < comparison->item.len; i++)
    functions += comparison->item.at[i].kind == VD_ITEM_PAIR;
  if (!vd_guard_replays(s->args)) return false;
  return s->args->emit_test || functions <= vd_limit->rules_replayed;
}

static void replay(VdSession *s, uint32_t i, VdComparison *comparison) {
  const VdFilePair *pair = &s->pairs.list.at[i];
  if (!pair->path[0] || vd_path_is_vir(pair->path[0]) ||
      !is_replayed(s, comparison))
    return;
  VdRuleDriver driver = {.path = {pair->path[0], pair->path[1]},
                         .flags = own_of(s)->flags,
                         .cc = s->args->cc,
                         .keep_in = vd_session_folder(s, i),
                         .seconds = vd_limit->rules_replay_time,
                         .budget = s->options.budget};
  vd_rule_driver_run(&driver, comparison);
}

// False with messages if a file can't be read.
static bool compare_here(const VdSession *s, const VdFilePair *pair,
                         const VdRules *rules, bool *lines, VdDiags *diags,
                         VdComparison *out) {
  bool alone = s->args->operands < 2;
  VdModule *module[2];
  read_both(s, pair, lines, module, diags);
  bool ok = module[0] && (alone || module[1]);
  if (ok) vd_rules_compare(rules, module[0], module[1], out);
  vd_module_free(module[0]);
  vd_module_free(module[1]);
  return ok;
}

// Few differences need line tables, which take long to make: then all is done
// again.
static bool compare_files(const VdSession *s, const VdFilePair *pair,
                          const VdRules *rules, VdDiags *diags,
                          VdComparison *out) {
  bool lines = false;
  if (!compare_here(s, pair, rules, &lines, diags, out)) return false;
  if (!out->needs_lines || lines) return true;
  vd_comparison_done(out);
  *out = (VdComparison){0};
  lines = true;
  return compare_here(s, pair, rules, &lines, diags, out);
}

static void work(void *context, uint32_t i, VdComparison *out) {
  VdSession *s = context;
  Own *own = own_of(s);
  const Turn *turn = &own->turn[i];
  uint32_t number = turn->pair;
  const VdFilePair *pair = &s->pairs.list.at[number];
  VdDiags diags = {0};
  VdArena arena = {0};
  VdBuf text = {0};
  vd_c_begin_here();
  VdRules rules = rules_of(s, pair, &arena);
  rules.dead = turn->dead.at;
  rules.deads = turn->dead.len;
  rules.at = own->at ? &own->at[i] : NULL;
  if (compare_files(s, pair, &rules, &diags, out)) {
    replay(s, number, out);
  } else {
    vd_diags_print(&diags, &text);
    vd_push(&out->error, vd_arena_str(&out->arena, vd_buf_text(&text)));
  }
  vd_buf_done(&text);
  vd_diags_done(&diags);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------------- results

static void show_errors(VdDiags *diags, const VdComparison *c) {
  for (uint32_t i = 0; i < c->error.len; i++) {
    const char *text = c->error.at[i];
    fputs(text, stderr);
    VdDiag diag = {.severity = VD_ERROR,
                   .text = vd_arena_printf(&diags->arena, "%.*s",
                                           (int)strcspn(text, "\n"), text)};
    diags->errors++;
    vd_push(&diags->list, diag);
  }
}

static void keep_new(VdSession *s, const VdComparison *c) {
  for (uint32_t i = 0; s->store && i < c->kept.len; i++) {
    const VdKept *kept = &c->kept.at[i];
    VdDigest key = vd_digest_of(kept->key, kept->key_len);
    vd_store_put(s->store, &key, kept->key, kept->key_len, kept->record,
                 kept->record_len);
  }
}

// Files share tables: each warning once.
static void show_warnings(VdSession *s, const VdComparison *c) {
  VdNames *warned = &own_of(s)->warned;
  for (uint32_t i = 0; i < c->warning.len; i++) {
    const char *text = c->warning.at[i];
    if (vd_name_get(warned, text, strlen(text))) continue;
    vd_name_put(warned, text, strlen(text));
    vd_progress_clear(&s->progress);
    VdBuf line = {0};
    vd_text_print(text, &line);
    fprintf(stderr, "%s\n", vd_buf_text(&line));
    vd_buf_done(&line);
  }
}

// The question at which a worker died is undecided; another worker is asked the
// others. False: what it died of may be none of the questions.
static bool try_again(Own *own, uint32_t i, const VdVerdict *dead) {
  Turn *turn = &own->turn[i];
  bool dies = dead->reason == VD_REASON_DIED ||
              dead->reason == VD_REASON_MEMORY || dead->reason == VD_REASON_BUG;
  turn->again =
      own->at && own->at[i] && dies && turn->dead.len < vd_limit->rules_deaths;
  if (turn->again)
    vd_push(&turn->dead,
            ((VdRuleDead){own->at[i] - 1, dead->reason, dead->why}));
  return turn->again;
}

static void take(void *context, uint32_t i, VdComparison *result,
                 const VdVerdict *dead) {
  VdSession *s = context;
  Own *own = own_of(s);
  uint32_t pair = own->turn[i].pair;
  own->turn[i].again = false;
  if (!result && try_again(own, i, dead)) return;
  const char *name = s->pairs.list.at[pair].name;
  VdComparison *c = &s->comparison[pair];
  if (result)
    *c = *result;
  else  // what a dead worker was asked was not compared
    vd_comparison_say(c, VD_ITEM_OPEN, "file", name, dead->why);
  show_errors(&s->diags[2 * pair], c);
  show_warnings(s, c);
  keep_new(s, c);
  if (!c->error.len) vd_session_take(s, pair);
  vd_progress_draw(&s->progress, ++own->done, s->pairs.list.len, s->different,
                   name);
}

// ---------------------------------------------------------------------- run

static int by_size(const void *a, const void *b) {
  const Turn *x = a, *y = b;
  if (x->size != y->size) return x->size > y->size ? -1 : 1;
  return x->pair < y->pair ? -1 : x->pair > y->pair;
}

// Of a file that is gone there is nothing to compare.
static void take_turns(VdSession *s, Own *own) {
  uint32_t n = s->pairs.list.len, turns = 0;
  Turn *turn = own->turn = VD_NEW_ARRAY(&s->arena, Turn, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    const VdFilePair *pair = &s->pairs.list.at[i];
    struct stat st;
    if (!pair->path[1]) {
      vd_session_gone(s, i);
      continue;
    }
    turn[turns] = (Turn){.pair = i};
    if (stat(pair->path[pair->path[0] == NULL], &st) == 0)
      turn[turns].size = st.st_size;
    turns++;
  }
  if (turns > 1) qsort(turn, turns, sizeof *turn, by_size);
  own->turns = turns;
  void *at = mmap(NULL, (turns + 1) * sizeof *own->at, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  own->at = at == MAP_FAILED ? NULL : at;
}

// Leaves the turns of which the worker died at a question.
static void keep_dead(Own *own) {
  uint32_t n = own->turns;
  own->turns = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (own->at) own->at[i] = 0;
    if (own->turn[i].again)
      own->turn[own->turns++] = own->turn[i];
    else
      vd_vec_done(&own->turn[i].dead);
  }
}

static bool compare(VdSession *s, VdBuf *error) {
  Own *own = own_of(s);
  (void)error;
  if (!vd_rules_crosswalk(s->args, &own->crosswalk)) return false;
  VdTasks tasks = {.limits = vd_session_limits(s),
                   .seconds = vd_limit->rules_time,
                   .work = work,
                   .done = take,
                   .context = s,
                   .arena = &s->arena};
  tasks.limits.timeout = vd_limit->rules_time;
  take_turns(s, own);
  s->progress.unit = "files";
  for (; (tasks.n = own->turns); keep_dead(own)) vd_tasks_run(&tasks);
  return true;
}

static void done(VdSession *s) {
  if (!s->own) return;
  vd_names_done(&own_of(s)->warned);
  vd_crosswalk_free(own_of(s)->crosswalk);
}

const VdFront vd_front_rules = {.command = "rules",
                                .noun = "function",
                                .files = &vd_files_c,
                                .set_up = set_up,
                                .compare = compare,
                                .done = done};
