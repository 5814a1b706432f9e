// Random rule functions over random crosswalks, as C through the whole of it:
// every verdict against brute force over R of Definition 7.
//
// Half of the crosswalks are copies of a smaller one: codes that are alike are
// where a question is made smaller.
//
// Runs for a few seconds; VERIDIFF_RULES_WORLDS sets how many crosswalks, and
// VERIDIFF_RULES_SEED where to start.
#include <stdlib.h>
#include <sys/stat.h>

#define BRUTE_CODES 6
#include "../front/c/harness.h"
#include "front/c/migrate.h"
#include "rule_gen.h"
#include "rules/rules.h"
#include "store/store.h"

enum { FUNCTIONS = 24, WORLDS = 8 };

typedef struct World {
  VdArena arena;
  VdRandom random;
  Folder folder;
  Brute j;
  BruteRelation r;
  bool share[BRUTE_SETS][BRUTE_SETS];  // two old sets: a partner?
  VdCrosswalk *cw;
  const Stmt *old[FUNCTIONS], *new[FUNCTIONS], *translated[FUNCTIONS];
  VdBuf text[3];  // old, new, migrated
  uint64_t seed;
  uint32_t counts[VD_VERDICTS];
  // What is remembered, from one comparison to the next.
  VdStore *store;
  uint32_t hits;
  VD_VEC(VdCodeTable *) table;  // of migrations
} World;

static uint64_t env_number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

// ------------------------------------------------------------------- truth

// What a function does on every set of codes.
typedef struct Table {
  GenState at[BRUTE_SETS][GEN_ENVS];
} Table;

static void tabulate(const Stmt *f, uint32_t sets, Table *out) {
  for (uint32_t v = 0; v < sets; v++)
    for (uint32_t e = 0; e < GEN_ENVS; e++) out->at[v][e] = gen_run(f, v, e);
}

static bool pair_differs(const Table *f, const Table *g, uint32_t v,
                         uint32_t x) {
  for (uint32_t e = 0; e < GEN_ENVS; e++) {
    const GenState *a = &f->at[v][e], *b = &g->at[x][e];
    if (!a->undefined && (b->undefined || !gen_same_state(a, b))) return true;
  }
  return false;
}

static bool is_never_defined(const World *w, const Stmt *func) {
  Table f;
  uint32_t sets = brute_old_sets(&w->j);
  tabulate(func, sets, &f);
  for (uint32_t v = 0; v < sets; v++)
    for (uint32_t e = 0; e < GEN_ENVS; e++)
      if (!f.at[v][e].undefined) return false;
  return true;
}

static bool runs_differ(const Table *f, uint32_t v1, uint32_t v2) {
  for (uint32_t e = 0; e < GEN_ENVS; e++) {
    const GenState *a = &f->at[v1][e], *b = &f->at[v2][e];
    if (!a->undefined && !b->undefined && !gen_same_state(a, b)) return true;
  }
  return false;
}

static bool is_mismatch(const World *w, const Stmt *func) {
  Table f;
  tabulate(func, brute_old_sets(&w->j), &f);
  for (uint32_t v1 = 0; v1 < brute_old_sets(&w->j); v1++)
    for (uint32_t v2 = 0; v2 < v1; v2++)
      if (w->share[v1][v2] && runs_differ(&f, v1, v2)) return true;
  return false;
}

static VdVerdictKind truth(const World *w, const Stmt *old, const Stmt *new) {
  Table f, g;
  bool differs = false;
  tabulate(old, brute_old_sets(&w->j), &f);
  tabulate(new, brute_new_sets(&w->j), &g);
  for (uint32_t v = 0; v < brute_old_sets(&w->j) && !differs; v++)
    for (uint32_t x = 0; x < brute_new_sets(&w->j) && !differs; x++)
      differs = w->r.has[v][x] && pair_differs(&f, &g, v, x);
  if (!differs) return VD_SAME;
  return is_mismatch(w, old) ? VD_MISMATCH : VD_DIFFERENT;
}

// ------------------------------------------------------------------ worlds

static void put_tables(World *w, const char *folder, char first,
                       uint32_t codes) {
  mkdir(folder_file(&w->folder, &w->arena, folder), 0700);
  for (uint32_t set = 1; set < 1u << codes; set++) {
    VdBuf text = {0};
    for (uint32_t i = 0; i < codes; i++)
      if (set >> i & 1) vd_buf_printf(&text, "%c\n", (char)(first + (char)i));
    folder_put(&w->folder, &w->arena,
               vd_arena_printf(&w->arena, "%s/t%u.txt", folder, set),
               vd_buf_text(&text));
    vd_buf_done(&text);
  }
}

static void make_functions(World *w) {
  uint32_t helper = 0;
  Gen old = {&w->arena, &w->random, w->j.olds, false, w->j.part};
  Gen new = {&w->arena, &w->random, w->j.news, false, w->j.part};
  for (int k = 0; k < 2; k++) vd_buf_str(&w->text[k], gen_head);
  for (uint32_t i = 0; i < FUNCTIONS; i++) {
    old.undefined = new.undefined = i % 4 == 0;
    bool small = i % 6 == 0 && w->j.part;
    w->old[i] = small ? gen_small(&old) : gen_stmt(&old, 2);
    w->translated[i] = gen_translate_stmt(&w->arena, &w->j, w->old[i], false);
    w->new[i] = small ? gen_translate_stmt(&w->arena, &w->j, w->old[i], true)
                : i % 3 == 0 ? w->translated[i]
                : i % 3 == 1 ? gen_mutate_stmt(&new, w->translated[i], 8)
                             : gen_stmt(&new, 2);
    gen_print(&w->random, 'a', i, w->old[i], &helper, &w->text[0]);
    gen_print(&w->random, 'A', i, w->new[i], &helper, &w->text[1]);
  }
}

static void find_shared(World *w) {
  memset(w->share, 0, sizeof w->share);
  for (uint32_t x = 0; x < brute_new_sets(&w->j); x++)
    for (uint32_t v1 = 0; v1 < brute_old_sets(&w->j); v1++)
      for (uint32_t v2 = 0; w->r.has[v1][x] && v2 < v1; v2++)
        w->share[v1][v2] |= w->r.has[v2][x];
}

static void read_crosswalk(World *w) {
  VdBuf text = {0};
  VdDiags diags = {0};
  if (w->j.lines <= 8)
    brute_by_unions(&w->j, &w->r);
  else
    brute_by_equations(&w->j, &w->r);  // the same, and quicker
  find_shared(w);
  brute_print(&w->j, &text);
  vd_crosswalk_free(w->cw);
  w->cw = vd_crosswalk_new();
  assert_true(vd_crosswalk_read_text(w->cw, "xw", vd_buf_text(&text), text.len,
                                     VD_CROSSWALK_AUTO, &diags));
  assert_true(vd_crosswalk_finish(w->cw, &diags));
  vd_diags_done(&diags);
  vd_buf_done(&text);
}

static void world_init(World *w, uint64_t seed) {
  *w = (World){.random = {seed}, .seed = seed};
  folder_init(&w->folder);
  w->j = seed % 2 ? brute_random(&w->random) : brute_copies(&w->random);
  read_crosswalk(w);
  put_tables(w, "old", 'a', w->j.olds);
  put_tables(w, "new", 'A', w->j.news);
  make_functions(w);
}

static void world_done(World *w) {
  folder_done(&w->folder);
  vd_crosswalk_free(w->cw);
  for (uint32_t i = 0; i < w->table.len; i++)
    vd_code_table_done(w->table.at[i]);
  vd_vec_done(&w->table);
  for (int k = 0; k < 3; k++) vd_buf_done(&w->text[k]);
  vd_arena_done(&w->arena);
}

static const VdModule *compile(World *w, const char *name, const char *text) {
  static const char *const flags[] = {"-isystem", VD_SOURCE_INCLUDE, "-include",
                                      "veridiff/codes.h", NULL};
  vd_confine_may_read(VD_SOURCE_INCLUDE);
  return read_with(folder_put(&w->folder, &w->arena, name, text), flags);
}

// A comparison changes its modules.
static VdModule *copy_of(const VdModule *m) {
  VdBuf text = {0};
  VdDiags diags = {0};
  vd_ir_print(m, &text);
  VdModule *copy = vd_ir_read(vd_buf_text(&text), text.len, "copy", &diags);
  assert_non_null(copy);
  vd_diags_done(&diags);
  vd_buf_done(&text);
  return copy;
}

// ---------------------------------------------------------------- verdicts

// All of it: cmocka's own messages end after a kilobyte.
static void explain(const World *w, const VdItem *item, VdVerdictKind want,
                    const char *what) {
  const VdVerdict *v = &item->verdict;
  VdBuf text = {0};
  vd_buf_printf(&text, "seed %llu, %s, %s: %s (%s), expected %s\n",
                (unsigned long long)w->seed, what, item->name,
                vd_verdict_word(v->kind), v->why, vd_verdict_word(want));
  brute_print(&w->j, &text);
  for (int k = 0; k < 3; k++) vd_buf_str(&text, vd_buf_text(&w->text[k]));
  fputs(vd_buf_text(&text), stderr);
  vd_buf_done(&text);
  fail_msg("a verdict is wrong");
}

static uint32_t set_of(const VdRelatedInput *in) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < in->code.len; i++)
    set |= 1u << ((in->code.at[i].code[0] | 32) - 'a');
  return set;
}

static bool is_orphan_of(const World *w, VdSide side, uint32_t set,
                         uint32_t code) {
  uint32_t rest =
      side == VD_OLD ? brute_rest_old(&w->j, set) : brute_rest_new(&w->j, set);
  return rest & code;
}

// The inputs are related, the results differ, orphans are named.
static bool claim_holds(const World *w, const VdVerdict *v, const Stmt *old,
                        const Stmt *new) {
  Table f, g;
  tabulate(old, brute_old_sets(&w->j), &f);
  if (new) tabulate(new, brute_new_sets(&w->j), &g);
  const VdRelated *c = v->evidence.related;
  uint32_t a = set_of(&c->input[0]), b = set_of(&c->input[1]);
  for (uint32_t i = 0; i < c->inputs; i++) {
    const VdRelatedInput *in = &c->input[i];
    for (uint32_t k = 0; k < in->code.len; k++)
      if (in->code.at[k].orphan !=
          is_orphan_of(w, in->side, set_of(in),
                       1u << ((in->code.at[k].code[0] | 32) - 'a')))
        return false;
  }
  if (!c->output.len) return false;
  if (v->kind == VD_DIFFERENT)
    return w->r.has[a][b] && pair_differs(&f, &g, a, b);
  uint32_t x = set_of(&c->input[2]);
  return w->r.has[a][x] && w->r.has[b][x] && runs_differ(&f, a, b);
}

static void check_verdict(World *w, const VdItem *item, VdVerdictKind want,
                          const Stmt *f, const Stmt *g, const char *what) {
  const VdVerdict *v = &item->verdict;
  bool shown = v->evidence.kind == VD_EVIDENCE_RELATED;
  w->counts[v->kind]++;
  if (v->kind == VD_UNKNOWN && is_never_defined(w, f)) return;
  if (v->kind != want) explain(w, item, want, what);
  if (shown != (want != VD_SAME) || (shown && !claim_holds(w, v, f, g)))
    explain(w, item, want, "claim");
}

static void remember(World *w, const VdComparison *c) {
  for (uint32_t i = 0; i < c->kept.len; i++) {
    const VdKept *kept = &c->kept.at[i];
    VdDigest key = vd_digest_of(kept->key, kept->key_len);
    vd_store_put(w->store, &key, kept->key, kept->key_len, kept->record,
                 kept->record_len);
  }
}

// Nothing is lost on the way from a worker to its parent.
static void check_json(const VdComparison *c) {
  VdBuf one = {0}, two = {0};
  VdComparison again = {0};
  vd_comparison_write(c, &one);
  assert_true(vd_comparison_read(one.at, one.len, &again));
  vd_comparison_write(&again, &two);
  assert_string_equal(one.at, two.at);
  vd_comparison_done(&again);
  vd_buf_done(&one);
  vd_buf_done(&two);
}

static void compare(World *w, const VdModule *old, const VdModule *new,
                    const char *tables, VdComparison *out) {
  VdRules rules = {.crosswalk = w->cw, .options = {.limits = {.timeout = 60}}};
  rules.options.sat_alone = w->seed % 3 == 2;
  vd_push(&rules.tables[VD_OLD], folder_file(&w->folder, &w->arena, "old"));
  vd_push(&rules.tables[VD_NEW], folder_file(&w->folder, &w->arena, tables));
  rules.store = w->store;
  VdModule *m = copy_of(old), *n = new ? copy_of(new) : NULL;
  vd_rules_compare(&rules, m, n, out);
  remember(w, out);
  check_json(out);
  w->hits += out->hits;
  uint32_t pairs = 0;
  for (uint32_t i = 0; i < out->item.len; i++) {
    pairs += out->item.at[i].kind == VD_ITEM_PAIR;
    assert_false(out->item.at[i].gone);
  }
  assert_int_equal(pairs, FUNCTIONS);
  for (int k = 0; k < 2; k++) vd_vec_done(&rules.tables[k]);
  vd_module_free(m);
  if (n) vd_module_free(n);
}

static uint32_t number_of(const VdItem *item) {
  return (uint32_t)atoi(item->name + 1);
}

static void check_pairs(World *w, const VdModule *old, const VdModule *new) {
  VdComparison c = {0};
  compare(w, old, new, "new", &c);
  for (uint32_t i = 0; i < c.item.len; i++) {
    const VdItem *item = &c.item.at[i];
    if (item->kind != VD_ITEM_PAIR) continue;
    uint32_t n = number_of(item);
    check_verdict(w, item, truth(w, w->old[n], w->new[n]), w->old[n], w->new[n],
                  "pair");
  }
  vd_comparison_done(&c);
}

// A function can be migrated if and only if no two inputs that it treats
// differently share a partner, and if and only if f ~ T(f).
static void check_alone(World *w, const VdModule *old) {
  VdComparison c = {0};
  compare(w, old, NULL, "new", &c);
  for (uint32_t i = 0; i < c.item.len; i++) {
    const VdItem *item = &c.item.at[i];
    if (item->kind != VD_ITEM_PAIR) continue;
    const Stmt *f = w->old[number_of(item)],
               *g = w->translated[number_of(item)];
    VdVerdictKind want = is_mismatch(w, f) ? VD_MISMATCH : VD_SAME;
    check_verdict(w, item, want, f, NULL, "alone");
    if (!gen_has_undefined(f) && truth(w, f, g) != want)
      explain(w, item, want, "translation");
  }
  vd_comparison_done(&c);
}

// --------------------------------------------------------------- migration

static const VdCodeTable *get_table(void *context, const char *name, VdPos pos,
                                    VdDiags *diags) {
  World *w = context;
  (void)pos;
  VdCodeTable *table = VD_NEW(&w->arena, VdCodeTable);
  vd_push(&w->table, table);
  assert_true(vd_code_table_read(
      w->cw, VD_OLD,
      folder_file(&w->folder, &w->arena,
                  vd_arena_printf(&w->arena, "old/%s.txt", name)),
      table, diags));
  return table;
}

static void put_migrated_tables(World *w, const VdMigration *m) {
  mkdir(folder_file(&w->folder, &w->arena, "migrated"), 0700);
  for (uint32_t i = 0; i < m->table.len; i++) {
    const VdNewTable *t = &m->table.at[i];
    VdBuf text = {0};
    for (uint32_t k = 0; k < t->code.len; k++)
      vd_buf_printf(&text, "%s\n", vd_code_text(w->cw, VD_NEW, t->code.at[k]));
    folder_put(&w->folder, &w->arena,
               vd_arena_printf(&w->arena, "migrated/%s.txt", t->name),
               vd_buf_text(&text));
    vd_buf_done(&text);
  }
}

// The text that migration writes behaves as T does on every input.
static void check_migrated(World *w, const VdModule *old) {
  VdMigration m = {0};
  VdDiags diags = {0};
  VdMigrate migrate = {.crosswalk = w->cw, .table = get_table, .context = w};
  assert_true(vd_migrate(&migrate, "old.c", vd_buf_text(&w->text[0]),
                         w->text[0].len, &m, &diags));
  assert_int_equal(diags.list.len, 0);
  put_migrated_tables(w, &m);
  vd_buf_str(&w->text[2], vd_buf_text(&m.text));
  const VdModule *new = compile(w, "migrated.c", vd_buf_text(&m.text));
  VdComparison c = {0};
  compare(w, old, new, "migrated", &c);
  for (uint32_t i = 0; i < c.item.len; i++) {
    const VdItem *item = &c.item.at[i];
    if (item->kind != VD_ITEM_PAIR) continue;
    const Stmt *f = w->old[number_of(item)],
               *g = w->translated[number_of(item)];
    check_verdict(w, item, truth(w, f, g), f, g, "migrated");
  }
  vd_comparison_done(&c);
  vd_module_free((VdModule *)new);
  vd_migration_done(&m);
  vd_diags_done(&diags);
}

// Another crosswalk for the same functions, and what was proved about them with
// the one before: it must not be believed where it is not true any more.
static void change_crosswalk(World *w) {
  if (w->j.lines && vd_random_below(&w->random, 2)) {
    BruteLine *gone = &w->j.line[vd_random_below(&w->random, w->j.lines)];
    w->j.lines--;
    *gone = w->j.line[w->j.lines];
  } else if (w->j.lines < BRUTE_LINES) {
    w->j.line[w->j.lines++] = (BruteLine){brute_one(&w->random, w->j.olds),
                                          brute_any(&w->random, w->j.news)};
  }
  read_crosswalk(w);
  for (uint32_t i = 0; i < FUNCTIONS; i++)
    w->translated[i] = gen_translate_stmt(&w->arena, &w->j, w->old[i], false);
}

static void check_world(World *w) {
  const VdModule *old = compile(w, "old.c", vd_buf_text(&w->text[0]));
  const VdModule *new = compile(w, "new.c", vd_buf_text(&w->text[1]));
  check_pairs(w, old, new);
  check_alone(w, old);
  check_migrated(w, old);
  change_crosswalk(w);
  check_pairs(w, old, new);
  check_alone(w, old);
  vd_module_free((VdModule *)old);
  vd_module_free((VdModule *)new);
}

static void verdicts_are_those_of_brute_force(void **state) {
  (void)state;
  uint64_t worlds = env_number("VERIDIFF_RULES_WORLDS", WORLDS);
  uint64_t seed = env_number("VERIDIFF_RULES_SEED", 1);
  uint32_t counts[VD_VERDICTS] = {0}, hits = 0;
  VdArena arena = {0};
  VdDiags diags = {0};
  Folder folder;
  folder_init(&folder);
  VdStore *store =
      vd_store_open(folder_file(&folder, &arena, "store"), NULL, &diags);
  for (uint64_t i = 0; i < worlds; i++) {
    World w;
    world_init(&w, seed + i);
    w.store = store;
    check_world(&w);
    for (int k = 0; k < VD_VERDICTS; k++) counts[k] += w.counts[k];
    hits += w.hits;
    world_done(&w);
  }
  vd_store_close(store);
  folder_done(&folder);
  vd_diags_done(&diags);
  vd_arena_done(&arena);
  print_message("# same %u, different %u, fundamental mismatch %u; hits %u\n",
                counts[VD_SAME], counts[VD_DIFFERENT], counts[VD_MISMATCH],
                hits);
  assert_true(counts[VD_SAME] >= worlds);
  assert_true(counts[VD_MISMATCH] >= worlds);
  assert_true(counts[VD_DIFFERENT] > 0);
  assert_true(hits > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(verdicts_are_those_of_brute_force),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
