// veridiff OLD NEW of C: reads all files at once, compares them pair by pair,
// and looks into the other files for what is gone from one. A file that cannot
// be read costs its own pair only; ^C ends the run between two steps, and what
// was settled is reported.
#include "cli/session.h"
#include "front/c/native.h"
#include "function/function.h"
#include "plan/plan.h"

typedef struct Own {
  VdModule **module;  // of pair i: old at 2 * i, new at 2 * i + 1
} Own;

static VdModule **modules(const VdSession *s) {
  return ((Own *)s->own)->module;
}

// Of a function of C the inputs are not typed: 0xffffffff may be -1.
static bool set_up(VdSession *s, VdBuf *error) {
  const VdArgs *args = s->args;
  if (args->contract)
    vd_buf_printf(error,
                  "option --contract %s: contracts are for PLC programs; "
                  "functions are compared on all inputs",
                  args->contract);
  if (args->project)
    vd_buf_str(error, "option --project: projects are of PLC programs");
  return !args->contract && !args->project;
}

// ------------------------------------------------------------------ reading

static void show_diags(const VdSession *s) {
  for (uint32_t i = 0; i < 2 * s->pairs.list.len; i++)
    vd_diags_show(&s->diags[i]);
}

static const char *to_read(const VdSession *s, uint32_t i) {
  return s->pairs.list.at[i / 2].path[i % 2];
}

// Files on one side only too: what they show to others is gone, or is new.
static void read_all(VdSession *s) {
  Own *own = s->own;
  uint32_t n = s->pairs.list.len, paths = 0;
  own->module = VD_NEW_ARRAY(&s->arena, VdModule *, 2 * n + 1);
  const char **path = VD_NEW_ARRAY(&s->arena, const char *, 2 * n);
  VdModule **module = VD_NEW_ARRAY(&s->arena, VdModule *, 2 * n);
  VdDiags *diags = VD_NEW_ARRAY(&s->arena, VdDiags, 2 * n);
  VdReading reading = vd_session_reading(s);
  for (uint32_t i = 0; i < 2 * n; i++) {
    const char *one = to_read(s, i);
    if (one) path[paths++] = one;
  }
  vd_modules_read(path, paths, &reading, module, diags);
  paths = 0;
  for (uint32_t i = 0; i < 2 * n; i++) {
    const char *one = to_read(s, i);
    if (!one) own->module[i] = vd_module_new("");
    if (!one) continue;
    own->module[i] = module[paths];
    s->diags[i] = diags[paths++];
  }
}

// ---------------------------------------------------------------- comparing

// Pairs of functions in a pair of files; what the progress line counts to.
static uint32_t count_namesakes(const VdModule *a, const VdModule *b) {
  uint32_t n = 0;
  for (uint32_t i = 0; a && b && i < a->func.len; i++) {
    if (!vd_func_has_body(a->func.at[i])) continue;
    uint32_t other = vd_module_find_func(b, a->func.at[i]->name);
    n += other != UINT32_MAX && vd_func_has_body(b->func.at[other]);
  }
  return n;
}

static VdNative *native_new(const VdSession *s, uint32_t i) {
  const VdFilePair *pair = &s->pairs.list.at[i];
  if (!vd_guard_replays(s->args)) return NULL;
  if (!pair->path[0] || !pair->path[1]) return NULL;
  if (vd_path_is_vir(pair->path[0]) || vd_path_is_vir(pair->path[1])) {
    return NULL;  // there is no real code
  }
  VdCNativeOptions options = {.old_module = modules(s)[2 * i],
                              .new_module = modules(s)[2 * i + 1],
                              .old_path = pair->path[0],
                              .new_path = pair->path[1],
                              .cc = s->args->cc,
                              .flags = s->flags,
                              .commands = s->args->compile_commands};
  return vd_c_native_new(&options);
}

// What the function calls is compared on the way; the report is about what was
// asked for, and about flags without which it may be other code.
static void keep_only(VdComparison *comparison, const char *name) {
  uint32_t kept = 0;
  for (uint32_t i = 0; name && i < comparison->item.len; i++) {
    VdItem *item = &comparison->item.at[i];
    if (strcmp(item->name, name) == 0 || item->code) {
      comparison->item.at[kept++] = *item;
    } else {
      vd_verdict_done(&item->verdict);
    }
  }
  if (name) comparison->item.len = kept;
}

static void compare_pair(VdSession *s, uint32_t i) {
  VdOptions options = s->options;
  VdNative *native = native_new(s, i);
  options.emit_test = vd_session_folder(s, i);
  VdCompare compare = {.old_module = modules(s)[2 * i],
                       .new_module = modules(s)[2 * i + 1],
                       .options = &options,
                       .native = native,
                       .store = s->store,
                       .verify = s->verify,
                       .watch = {vd_session_progress, s}};
  vd_compare(&compare, &s->comparison[i]);
  keep_only(&s->comparison[i], options.only);
  vd_c_native_free(native);
  vd_session_take(s, i);
}

// ------------------------------------------------------------- other files

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

static void index_init(Index *index, const VdSession *s) {
  *index = (Index){0};
  for (uint32_t i = 0; i < 2 * s->pairs.list.len; i++) {
    VdNames exported = {0}, imported = {0};
    if (!modules(s)[i]) continue;
    vd_module_names(modules(s)[i], &exported, &imported);
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
static const char *find_file(const VdSession *s, uint32_t i,
                             const Places *places, const char *name) {
  uint32_t id = vd_name_get(&places->names, name, strlen(name));
  if (!id) return NULL;
  uint32_t file = places->first.at[id - 1];
  if (file == i) file = places->second.at[id - 1];
  return file == UINT32_MAX ? NULL : s->pairs.list.at[file].name;
}

static void say_elsewhere(VdSession *s, uint32_t i, VdItem *item,
                          const char *fmt, const char *file) {
  VdArena *arena = &s->comparison[i].arena;
  item->kind = VD_ITEM_OPEN;
  item->what = "definition";
  item->detail = vd_arena_printf(arena, fmt, file);
}

// What is gone from a file may be in another one now. What is new in one may be
// what others took from outside so far.
static void look_elsewhere(VdSession *s, const Index *index, uint32_t i) {
  for (uint32_t k = 0; k < s->comparison[i].item.len; k++) {
    VdItem *item = &s->comparison[i].item.at[k];
    const char *file = NULL;
    if (item->gone && (file = find_file(s, i, &index->exported[1], item->name)))
      say_elsewhere(s, i, item, "moved to %s", file);
    else if (item->kind == VD_ITEM_NEW_ONLY &&
             !find_file(s, i, &index->exported[0], item->name) &&
             (file = find_file(s, i, &index->imported[0], item->name)))
      say_elsewhere(s, i, item,
                    "only the new version defines it; in the old one %s takes "
                    "it from outside",
                    file);
    else if (item->kind == VD_ITEM_NEW_ONLY && strcmp(item->name, "main") &&
             (file = find_file(s, i, &index->exported[1], item->name)))
      say_elsewhere(s, i, item,
                    "is defined here and in %s: the linker takes one of them, "
                    "or none",
                    file);
  }
}

static void look_everywhere(VdSession *s) {
  Index index;
  index_init(&index, s);
  for (uint32_t i = 0; i < s->pairs.list.len; i++) look_elsewhere(s, &index, i);
  index_done(&index);
}

// ---------------------------------------------------------------------- run

static bool compare(VdSession *s, VdBuf *error) {
  uint32_t n = s->pairs.list.len;
  (void)error;
  s->own = VD_NEW(&s->arena, Own);
  read_all(s);
  if (vd_session_cancelled()) return true;
  show_diags(s);
  for (uint32_t i = 0; i < n; i++)
    s->total += count_namesakes(modules(s)[2 * i], modules(s)[2 * i + 1]);
  for (uint32_t i = 0; i < n && !vd_session_cancelled(); i++)
    if (modules(s)[2 * i] && modules(s)[2 * i + 1]) compare_pair(s, i);
  if (n > 1) look_everywhere(s);
  return true;
}

static void done(VdSession *s) {
  for (uint32_t i = 0; s->own && i < 2 * s->pairs.list.len; i++)
    vd_module_free(modules(s)[i]);
}

const VdFront vd_front_c = {.command = "compare",
                            .noun = "function",
                            .files = &vd_files_c,
                            .counts_calls = true,
                            .set_up = set_up,
                            .compare = compare,
                            .done = done};
