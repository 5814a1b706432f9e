// Migration of source text: what is printed means T of what was there, in every
// place where a condition can stand.
#include <stdlib.h>

#include "../../rules/rule_gen.h"
#include "front/c/migrate.h"
#include "unit.h"

enum { ROUNDS = 4000 };

// -------------------------------------------------------------- evaluation
// C expressions over has, has_any, age and numbers, by precedence.
typedef struct Text {
  const char *at;
  char first;      // of the codes: 'a' or 'A'
  uint32_t codes;  // that are there
  uint32_t age;
  const VdMigration *tables;  // NULL: t<set> is the table of a set
} Text;

static int64_t eval_choice(Text *t);

static void skip_blanks(Text *t) {
  for (;;) {
    while (*t->at == ' ' || *t->at == '\n') t->at++;
    if (strncmp(t->at, "/*", 2)) return;
    t->at = strstr(t->at, "*/") + 2;
  }
}

static bool eat(Text *t, const char *token) {
  skip_blanks(t);
  size_t n = strlen(token);
  if (strncmp(t->at, token, n)) return false;
  // & is not &&, ! is not !=, and so on.
  if (n == 1 && strchr("&|!=<>", *token) &&
      (t->at[1] == '=' || (*token != '!' && t->at[1] == *token)))
    return false;
  t->at += n;
  return true;
}

static bool has_table(const Text *t, const char *name, size_t len) {
  if (!t->tables) return atoi(name + 1) & (int)t->codes;
  for (uint32_t i = 0; i < t->tables->table.len; i++) {
    const VdNewTable *table = &t->tables->table.at[i];
    if (strlen(table->name) != len || memcmp(table->name, name, len)) continue;
    for (uint32_t k = 0; k < table->code.len; k++)
      if (t->codes >> table->code.at[k] & 1) return true;
    return false;
  }
  fail_msg("no table %.*s", (int)len, name);
  return false;
}

static bool eval_question(Text *t, bool table) {
  assert_true(eat(t, "("));
  skip_blanks(t);
  assert_int_equal(*t->at, '"');
  const char *name = t->at + 1, *end = strchr(name, '"');
  bool there = table ? has_table(t, name, (size_t)(end - name))
                     : t->codes >> (*name - t->first) & 1;
  t->at = end + 1;
  assert_true(eat(t, ")"));
  return there;
}

static int64_t eval_unary(Text *t) {
  if (eat(t, "!")) return !eval_unary(t);
  if (eat(t, "-")) return -eval_unary(t);
  if (eat(t, "has_any")) return eval_question(t, true);
  if (eat(t, "has")) return eval_question(t, false);
  if (eat(t, "age")) return t->age;
  if (eat(t, "(")) {
    int64_t value = eval_choice(t);
    assert_true(eat(t, ")"));
    return value;
  }
  char *end;
  int64_t value = strtol(t->at, &end, 10);
  if (end == t->at) fail_msg("no operand at: %s", t->at);
  t->at = end;
  return value;
}

static const struct {
  const char *token;
  int level;
} operators[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4}, {"&", 5}, {"==", 6},
                 {"!=", 6}, {"<", 7},  {">", 7}, {"+", 8}, {"-", 8}, {"*", 9}};

static int64_t apply(const char *op, int64_t a, int64_t b) {
  switch (*op) {
    case '|': return op[1] ? a || b : a | b;
    case '&': return op[1] ? a && b : a & b;
    case '^': return a ^ b;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return a < b;
    case '>': return a > b;
    case '+': return a + b;
    case '-': return a - b;
    default: return a * b;
  }
}

static int64_t eval_binary(Text *t, int level) {
  if (level > 9) return eval_unary(t);
  int64_t value = eval_binary(t, level + 1);
  for (size_t i = 0; i < VD_COUNT(operators); i++) {
    if (operators[i].level != level || !eat(t, operators[i].token)) continue;
    value = apply(operators[i].token, value, eval_binary(t, level + 1));
    i = (size_t)-1;
  }
  return value;
}

static int64_t eval_choice(Text *t) {
  int64_t value = eval_binary(t, 1);
  if (!eat(t, "?")) return value;
  int64_t yes = eval_choice(t);
  assert_true(eat(t, ":"));
  int64_t no = eval_choice(t);
  return value ? yes : no;
}

// The expression behind "x = ", to the semicolon.
static int64_t eval(const char *text, char first, uint32_t codes, uint32_t age,
                    const VdMigration *tables) {
  assert_memory_equal(text, "x =", 3);
  Text t = {text + 3, first, codes, age, tables};
  int64_t value = eval_choice(&t);
  if (!eat(&t, ";")) fail_msg("not all was read: %s", t.at);
  return value;
}

static void the_evaluator_knows_c(void **state) {
  (void)state;
  assert_int_equal(eval("x = 1 + 2 * 3 == 7 && !0;", 'a', 0, 0, NULL), 1);
  assert_int_equal(eval("x = 1 | 2 ^ 3 & 1;", 'a', 0, 0, NULL), 3);
  assert_int_equal(eval("x = 0 && 0 || 1;", 'a', 0, 0, NULL), 1);
  assert_int_equal(eval("x = 1 || 0 && 0;", 'a', 0, 0, NULL), 1);
  assert_int_equal(eval("x = has(\"b\") ? 3 : has(\"a\");", 'a', 1, 0, NULL),
                   1);
  assert_int_equal(eval("x = has_any(\"t6\") + age;", 'a', 4, 8, NULL), 9);
}

// --------------------------------------------------------------- migration

static const VdCodeTable *get_table(void *context, const char *name, VdPos pos,
                                    VdDiags *diags) {
  VdArena *arena = context;
  (void)pos;
  (void)diags;
  VdCodeTable *table = VD_NEW(arena, VdCodeTable);
  VdCodeEntry *entry = VD_NEW_ARRAY(arena, VdCodeEntry, BRUTE_CODES);
  table->entry.at = entry;
  for (uint32_t i = 0; i < BRUTE_CODES; i++)
    if (atoi(name + 1) >> i & 1)
      entry[table->entry.len++] = (VdCodeEntry){.code = i};
  return table;
}

static VdCrosswalk *read_crosswalk(const char *text) {
  VdDiags diags = {0};
  VdCrosswalk *cw = vd_crosswalk_new();
  assert_true(vd_crosswalk_read_text(cw, "xw", text, strlen(text),
                                     VD_CROSSWALK_AUTO, &diags));
  assert_true(vd_crosswalk_finish(cw, &diags));
  vd_diags_done(&diags);
  return cw;
}

static bool migrate(const VdCrosswalk *cw, VdArena *arena, const char *text,
                    VdMigration *out, VdDiags *diags) {
  VdMigrate m = {.crosswalk = cw, .table = get_table, .context = arena};
  return vd_migrate(&m, "old.c", text, strlen(text), out, diags);
}

// Where a condition can stand, how tightly what is around it binds, and what
// comes out.
typedef struct Place {
  const char *before, *after;
  int level;
} Place;
static const Place places[] = {
    {"", "", 0},
    {"age > 1 && ", "", GEN_AND},
    {"age > 1 || ", "", GEN_OR},
    {"", " && age > 1", GEN_AND},
    {"", " || age > 1", GEN_OR},
    {"age > 1 && ", " || age > 2", GEN_AND},
    {"age > 1 || ", " && age > 2", GEN_AND},
    {"!", "", GEN_UNARY},
    {"!!", " || age > 1", GEN_UNARY},
    {"2 * ", " + 1", GEN_UNARY},
    {"1 - ", "", GEN_UNARY},
    {"", " == (age > 1)", GEN_DIFFER + 1},
    {"(age > 1) != ", "", GEN_UNARY},
    {"", " < 1", GEN_UNARY},
    {"", " & 1", GEN_DIFFER},
    {"2 | ", "", GEN_DIFFER},
    {"1 ^ ", " ^ 3", GEN_DIFFER},
    {"", " ? 2 : 3", GEN_OR},
    {"age > 1 ? ", " : 4", GEN_OR},
    {"age > 1 ? 4 : ", "", GEN_OR},
    {"((", "))", 0},
    {"(age > 1 || ", ") && age > 2", GEN_OR},
};

static const char *with_number(VdArena *arena, const Place *p, bool value) {
  return vd_arena_printf(arena, "x = %s%d%s;", p->before, value, p->after);
}

typedef struct Case {
  Brute j;
  VdArena arena;
  const Cond *cond, *translated;
  const Place *place;
  VdBuf text;
  VdMigration out;
} Case;

static void fail_case(const Case *c, uint32_t codes) {
  VdBuf text = {0};
  brute_print(&c->j, &text);
  fprintf(stderr, "%s%s\n%s\ncodes %x\n", vd_buf_text(&text),
          vd_buf_text(&c->text), vd_buf_text(&c->out.text), codes);
  vd_buf_done(&text);
  fail_msg("migrated wrongly");
}

// On every input: old text, new text, and T by brute force.
static void check_case(Case *c) {
  for (uint32_t codes = 0; codes < BRUTE_SETS; codes++) {
    for (uint32_t env = 0; env < 4; env++) {
      uint32_t age = gen_env(env).age;
      bool before = gen_holds(c->cond, codes, gen_env(env));
      bool after = gen_holds(c->translated, codes, gen_env(env));
      int64_t want =
          eval(with_number(&c->arena, c->place, before), 'a', 0, age, NULL);
      if (codes < brute_old_sets(&c->j) &&
          eval(c->text.at, 'a', codes, age, NULL) != want)
        fail_case(c, codes);
      want = eval(with_number(&c->arena, c->place, after), 'A', 0, age, NULL);
      if (codes < brute_new_sets(&c->j) &&
          eval(c->out.text.at, 'A', codes, age, &c->out) != want)
        fail_case(c, codes);
    }
  }
}

static void what_is_printed_means_the_translation(void **state) {
  (void)state;
  VdRandom random = {4};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    Case c = {.j = brute_random(&random)};
    VdBuf text = {0};
    VdDiags diags = {0};
    brute_print(&c.j, &text);
    VdCrosswalk *cw = read_crosswalk(vd_buf_text(&text));
    Gen g = {&c.arena, &random, c.j.olds, false, 0};
    c.cond = gen_cond(&g, 3);
    c.translated = gen_translate(&c.arena, &c.j, c.cond, false);
    c.place = &places[vd_random_below(&random, VD_COUNT(places))];
    vd_buf_printf(&c.text, "x = %s", c.place->before);
    GenPrint p = {&random, 'a', NULL, &c.text, NULL};
    gen_print_cond(&p, c.cond, c.place->level);
    vd_buf_printf(&c.text, "%s;", c.place->after);
    assert_true(migrate(cw, &c.arena, c.text.at, &c.out, &diags));
    assert_int_equal(diags.list.len, 0);
    check_case(&c);
    vd_crosswalk_free(cw);
    vd_migration_done(&c.out);
    vd_buf_done(&text);
    vd_buf_done(&c.text);
    vd_arena_done(&c.arena);
  }
}

// ----------------------------------------------------------------- exactly

static const char crosswalk[] =
    "a <-> A\na <-> B\nb <-> C + D\nc <-> D\nd <->\n"
    "e <-> E\ne <-> F\ne <-> G\ne <-> H\ne <-> I\n";

static void assert_migrates(const char *text, const char *want) {
  VdCrosswalk *cw = read_crosswalk(crosswalk);
  VdMigration out = {0};
  VdDiags diags = {0};
  VdArena arena = {0};
  assert_true(migrate(cw, &arena, text, &out, &diags));
  assert_string_equal(vd_buf_text(&out.text), want);
  assert_int_equal(diags.list.len, 0);
  vd_migration_done(&out);
  vd_diags_done(&diags);
  vd_arena_done(&arena);
  vd_crosswalk_free(cw);
}

static void conditions_are_translated_whole(void **state) {
  (void)state;
  static const char *const row[][2] = {
      {"if (has(\"a\")) x();", "if (has(\"A\") || has(\"B\")) x();"},
      {"if (!has(\"a\")) x();", "if (!(has(\"A\") || has(\"B\"))) x();"},
      {"if (has(\"b\") && has(\"c\")) x();",
       "if (has(\"C\") && has(\"D\")) x();"},
      {"if (has(\"b\") || has(\"c\")) x();", "if (has(\"D\")) x();"},
      {"if (has(\"d\") || has(\"c\")) x();", "if (has(\"D\")) x();"},
      {"if (has(\"d\") && y) x();", "if (0 && y) x();"},
      {"if (!has(\"d\")) x();", "if (1) x();"},
      {"if (has(\"a\") || !has(\"a\")) x();", "if (1) x();"},
      {"if (has(\"b\") && !has(\"b\")) x();", "if (0) x();"},
      {"if (!!has(\"c\")) x();", "if (has(\"D\")) x();"},
      {"if (y && has(\"a\")) x();",
       "if (y && (has(\"A\") || has(\"B\"))) x();"},
      {"if (y || has(\"b\")) x();",
       "if (y || (has(\"C\") && has(\"D\"))) x();"},
      {"if (y || has(\"a\")) x();", "if (y || has(\"A\") || has(\"B\")) x();"},
      {"n = 2 * has(\"a\");", "n = 2 * (has(\"A\") || has(\"B\"));"},
      {"n = has(\"e\");", "n = has_any(\"e\");"},
      {"n = !has(\"e\");", "n = !has_any(\"e\");"},
      {"n = has_any(\"t3\") ? 1 : 2;",
       "n = has(\"A\") || has(\"B\") || (has(\"C\") && has(\"D\")) ? 1 : 2;"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++)
    assert_migrates(row[i][0], row[i][1]);
}

static void what_is_no_condition_stays(void **state) {
  (void)state;
  static const char *const row[] = {
      "",
      "// has(\"a\")\n",
      "// has(\"a\") \\\n has(\"b\")\n",
      "/* has(\"a\") */ int x;",
      "/* not ended has(\"a\")",
      "s = \"has(\\\"a\\\")\";",
      "s = \"has(\";",
      "c = '\"'; c = '\\''; c = '\\\\';",
      "s = \"not ended\n",
      "#if 0\nhas(\"\n)\n#endif\n",
      "#if 0\nhas(\"a\\\"\n)\n#endif\n",
      "_Bool has(const char *code);",
      "has_more(\"a\"); thehas(\"a\"); has = 1;",
      "x = has(code);",
      "\"",
      "has",
      "has(",
      "(((",
      "!!!",
      "#define X \\\n",
      "\\",
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) assert_migrates(row[i], row[i]);
}

static void comments_in_conditions_are_kept(void **state) {
  (void)state;
  assert_migrates("if (has(\"c\") /* why */ && !has(\"d\"))",
                  "if (/* why */ has(\"D\"))");
  assert_migrates("if (has(\"c\") // both */ of\n && !has(\"d\") /**/)",
                  "if (/* both * / of */ has(\"D\") /**/)");
  assert_migrates("if (!/* \"( */has(\"c\"))", "if (/* \"( */ !has(\"D\"))");
}

static void assert_refused(const char *text, const char *want) {
  VdCrosswalk *cw = read_crosswalk(crosswalk);
  VdMigration out = {0};
  VdDiags diags = {0};
  VdArena arena = {0};
  VdBuf said = {0};
  assert_false(migrate(cw, &arena, text, &out, &diags));
  vd_diags_print(&diags, &said);
  assert_string_equal(vd_buf_text(&said), want);
  vd_buf_done(&said);
  vd_migration_done(&out);
  vd_diags_done(&diags);
  vd_arena_done(&arena);
  vd_crosswalk_free(cw);
}

static void what_cannot_be_translated_is_told(void **state) {
  (void)state;
  assert_refused("\n\nx = has(\"z\");",
                 "old.c:3: error: unknown code \"z\": not on the old side of "
                 "the crosswalk\n");
  assert_refused("x = has(\"a\" \"b\");",
                 "old.c:1: error: expected one string literal as the argument "
                 "of has\n");
  assert_refused("x = has(\"a\"",
                 "old.c:1: error: expected one string literal as the argument "
                 "of has\n");
  assert_refused("/* \n */ x = has_any(\"t\" \"1\");",
                 "old.c:2: error: expected one string literal as the argument "
                 "of has_any\n");
}

static bool is_taken(void *context, const char *name) {
  (void)context;
  return !strcmp(name, "t1");
}

static void a_taken_name_is_left_alone(void **state) {
  (void)state;
  const char *text = "x = has_any(\"t1\"); y = has(\"b\") || has_any(\"t1\");";
  VdCrosswalk *cw = read_crosswalk(
      "a <-> E\na <-> F\na <-> G\na <-> H\na <-> I\nb <-> J + K\n");
  VdMigration out = {0};
  VdDiags diags = {0};
  VdArena arena = {0};
  VdMigrate m = {cw, get_table, is_taken, &arena};
  assert_true(vd_migrate(&m, "old.c", text, strlen(text), &out, &diags));
  assert_string_equal(vd_buf_text(&out.text),
                      "x = has_any(\"t1-2\"); "
                      "y = has_any(\"t1-2\") || (has(\"J\") && has(\"K\"));");
  assert_int_equal(out.table.len, 1);
  assert_string_equal(out.table.at[0].name, "t1-2");
  assert_int_equal(out.table.at[0].code.len, 5);
  vd_migration_done(&out);
  vd_diags_done(&diags);
  vd_arena_done(&arena);
  vd_crosswalk_free(cw);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_evaluator_knows_c),
      cmocka_unit_test(what_is_printed_means_the_translation),
      cmocka_unit_test(conditions_are_translated_whole),
      cmocka_unit_test(what_is_no_condition_stays),
      cmocka_unit_test(comments_in_conditions_are_kept),
      cmocka_unit_test(what_cannot_be_translated_is_told),
      cmocka_unit_test(a_taken_name_is_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
