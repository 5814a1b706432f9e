// What functions look like from outside: state taken and given, externals,
// globals, names, positions, flags.
#include <sys/stat.h>

#include "front/c/harness.h"

static VdModule *read_text(VdArena *arena, Folder *folder, const char *text) {
  return read_good(folder_put(folder, arena, "a.c", text));
}

static void add_params(VdBuf *out, const VdParam *param, uint32_t n) {
  static const char *const role[] = {"", "mem", "world", "heap", "halt"};
  for (uint32_t i = 0; i < n; i++) {
    if (i) vd_buf_char(out, ' ');
    if (param[i].role == VD_ROLE_VALUE)
      vd_sort_print(param[i].sort, out);
    else
      vd_buf_str(out, role[param[i].role]);
  }
}

// "bv32 mem -> bv32", from all entries with this link name.
static const char *shape_of(VdArena *arena, const VdModule *m,
                            const char *link) {
  VdBuf text = {0};
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *f = m->func.at[i];
    if (strcmp(f->link, link)) continue;
    if (text.len) vd_buf_str(&text, "; ");
    add_params(&text, f->param, f->params);
    vd_buf_str(&text, f->params ? " -> " : "-> ");
    add_params(&text, f->result, f->results);
  }
  const char *copy = vd_arena_str(arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return copy;
}

static const char source[] =
    "#include <stdlib.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include <math.h>\n"
    "typedef struct { int x; float y; } S;\n"
    "extern void unknown(int);\n"
    "extern _Noreturn void fatal(const char *);\n"
    "int g;\n"
    "int none(int x) { int a[4] = {x}; return a[x & 3]; }\n"
    "int reads(int *p) { return *p; }\n"
    "void writes(int *p) { *p = 1; }\n"
    "int local_address(int x) { int y; writes(&y); return reads(&y) + x; }\n"
    "void prints(int x) { printf(\"%d\\n\", x); }\n"
    "void prints_two(int x) { printf(\"%d %f\\n\", x, 1.5); puts(\"a\"); }\n"
    "void acts(void) { unknown(1); }\n"
    "void *allocates(size_t n) { return malloc(n); }\n"
    "void releases(void *p) { free(p); }\n"
    "void ends(int x) { if (x) exit(x); }\n"
    "int calls_ends(int x) { ends(x); return x; }\n"
    "void stops(void) { fatal(\"x\"); }\n"
    "size_t length(const char *s) { return strlen(s); }\n"
    "double sine(double x) { return sin(x) + sqrt(x) + fabs(x); }\n"
    "S by_value(S s) { return s; }\n"
    "int volatile_read(volatile int *p) { return *p; }\n"
    "int even(unsigned n);\n"
    "int odd(unsigned n) { return n ? even(n - 1) : g; }\n"
    "int even(unsigned n) { return n ? odd(n - 1) : 1; }\n"
    "int pointer(int (*f)(int, char *), char *s) { return f(1, s); }\n"
    "_Bool wide(_Bool b, char c, short s, long l, float f, double d) {\n"
    "  return b && c + s + l + f + d > 0;\n"
    "}\n";

static const char *const shapes[][2] = {
    {"none", "bv32 -> bv32"},
    {"reads", "bv64 mem -> bv32"},
    {"writes", "bv64 mem -> mem"},
    {"local_address", "bv32 mem -> bv32 mem"},
    {"prints", "bv32 mem world -> world"},
    {"acts", "mem world -> mem world"},
    {"allocates", "bv64 heap -> bv64 heap"},
    {"releases", "bv64 mem heap -> mem heap"},
    {"ends", "bv32 mem world -> world halt"},
    {"calls_ends", "bv32 mem world -> bv32 world halt"},
    {"stops", "mem world -> mem world halt"},
    {"length", "bv64 mem -> bv64"},
    {"sine", "float11.53 -> float11.53"},
    {"by_value", "bv64 -> bv64"},
    {"volatile_read", "bv64 mem world -> bv32 mem world"},
    {"odd", "bv32 mem -> bv32"},
    {"even", "bv32 mem -> bv32"},
    {"pointer", "bv64 bv64 mem world -> bv32 mem world"},
    {"wide", "bool bv8 bv16 bv64 float8.24 float11.53 -> bool"},
    // externals
    {"printf",
     "bv64 bv32 mem world -> bv32 world; "
     "bv64 bv32 float11.53 mem world -> bv32 world"},
    {"unknown", "bv32 mem world -> mem world"},
    {"malloc", "bv64 heap -> bv64 heap"},
    {"free", "bv64 mem heap -> mem heap"},
    {"exit", "bv32 mem world -> world"},
    {"strlen", "bv64 mem -> bv64"},
    {"sin", "float11.53 -> float11.53"},
    {"pointer:i32 (i32, ptr)", "bv64 bv32 bv64 mem world -> bv32 mem world"},
    {"volatile.load.4", "bv64 mem world -> bv32 mem world"},
    {"sqrt", ""},
    {"fabs", ""},
};

static void test_shapes(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *m = read_text(&arena, &folder, source);
  for (size_t i = 0; i < VD_COUNT(shapes); i++) {
    print_message("# %s\n", shapes[i][0]);
    assert_string_equal(shape_of(&arena, m, shapes[i][0]), shapes[i][1]);
  }
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static const VdFunc *find(const VdModule *m, const char *name) {
  uint32_t i = vd_module_find_func(m, name);
  if (i == UINT32_MAX) fail_msg("no function %s", name);
  return m->func.at[i];
}

static uint32_t count(const VdFunc *f, VdInstKind kind) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->block.len; i++)
    for (uint32_t k = 0; k < f->block.at[i].inst.len; k++)
      n += f->block.at[i].inst.at[k].kind == kind;
  return n;
}

// Plain code stays plain: no shadows, no slots, no requirements without need.
static void test_clean(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *m = read_text(
      &arena, &folder,
      "unsigned sum(unsigned n) {\n"
      "  unsigned s = 0;\n"
      "  for (unsigned i = 0; i < n; i++) {\n"
      "    unsigned t;\n"
      "    if (i & 1) t = i; else t = 2 * i;\n"
      "    s += t;\n"
      "  }\n"
      "  return s;\n"
      "}\n"
      "struct p { long x, y, z; };\n"
      "long copy(long a) { struct p p = {a, 2, 3}, q = p; return q.x; }\n");
  assert_int_equal(count(find(m, "sum"), VD_INST_REQUIRE), 0);
  assert_int_equal(find(m, "copy")->slot.len, 0);
  assert_int_equal(count(find(m, "copy"), VD_INST_OP), 0);
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static void test_names_and_positions(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  folder_put(&folder, &arena, "in.h",
             "\nstatic int h(int x) { return 7 / x; }\n");
  VdModule *m =
      read_text(&arena, &folder,
                "#include \"in.h\"\n"
                "struct s { long a; double b; };\n"
                "static int f(int first, struct s second) {\n"
                "  return first / (int)second.a + h(first);\n"
                "}\n"
                "int g(int x) { struct s s = {x, 1}; return f(x, s); }\n");
  const char *path = folder_file(&folder, &arena, "a.c");
  const VdFunc *f = find(m, "f"), *g = find(m, "g"), *h = find(m, "h");
  assert_string_equal(f->param[0].name, "first");
  assert_string_equal(f->param[1].name, "second.0");
  assert_string_equal(f->param[2].name, "second.1");
  assert_true(f->local && h->local && !g->local);
  assert_string_equal(f->pos.file, path);
  assert_int_equal(f->pos.line, 3);
  assert_string_equal(f->type, "i32 (i32, i64, double)");
  assert_string_equal(h->pos.file, folder_file(&folder, &arena, "in.h"));
  assert_int_equal(h->pos.line, 2);
  const VdInst *inst = NULL;
  for (uint32_t i = 0; i < f->block.at[0].inst.len && !inst; i++)
    if (f->block.at[0].inst.at[i].kind == VD_INST_REQUIRE)
      inst = &f->block.at[0].inst.at[i];
  assert_non_null(inst);
  assert_string_equal(inst->text, "division by zero");
  assert_int_equal(inst->pos.line, 4);
  assert_int_equal(inst->pos.column, 16);
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static const VdGlobal *find_global(const VdModule *m, const char *name) {
  for (uint32_t i = 0; i < m->global.len; i++)
    if (!strcmp(m->global.at[i].name, name)) return &m->global.at[i];
  fail_msg("no global %s", name);
  return NULL;
}

static void test_globals(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *m = read_text(
      &arena, &folder,
      "extern int away, away_array[];\n"
      "static const struct { char c; int i; double d; } mixed = {1, -2, 1.0};\n"
      "int zero[100];\n"
      "static int one(void) { return away + away_array[1]; }\n"
      "int two(void);\n"
      "int (*calls[])(void) = {one, two};\n"
      "static int v[4];\n"
      "int *into = &v[2];\n"
      "const char *text = \"hi\";\n"
      "int use(int i) { return mixed.i + calls[i]() + *into + zero[i]; }\n");
  const VdGlobal *mixed = find_global(m, "mixed");
  assert_true(mixed->constant && mixed->local && mixed->size == 16);
  assert_memory_equal(mixed->init, "\1\0\0\0\xfe\xff\xff\xff\0\0\0\0\0\0\xf0?",
                      16);
  const VdGlobal *zero = find_global(m, "zero");
  assert_true(!zero->init && zero->size == 400 && !zero->local);
  assert_true(find_global(m, "away")->external);
  assert_int_equal(find_global(m, "away_array")->size, 0);
  const VdGlobal *calls = find_global(m, "calls");
  assert_int_equal(calls->relocs, 2);
  assert_true(calls->reloc[1].function && calls->reloc[1].offset == 8);
  assert_string_equal(m->func.at[calls->reloc[1].index]->name, "two");
  const VdGlobal *into = find_global(m, "into");
  assert_false(into->reloc[0].function);
  assert_int_equal(into->reloc[0].addend, 8);
  assert_string_equal(m->global.at[into->reloc[0].index].name, "v");
  vd_module_free(m);
  folder_done(&folder);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------------- flags
static void test_flags(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  VdModule *module;
  VdDiags diags = {0};
  folder_init(&folder);
  const char *path =
      folder_put(&folder, &arena, "a.c", "int NAME(int x) { return VALUE; }\n");
  const char *flags[] = {"-DNAME=g", "-D", "VALUE=x", NULL};
  vd_c_read(&path, 1, &(VdCOptions){.flags = flags}, &module, &diags);
  assert_non_null(module);
  assert_int_equal(find(module, "g")->kind, VD_FUNC_DEFINED);
  vd_module_free(module);
  vd_diags_done(&diags);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static void test_commands(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  VdModule *module;
  VdDiags diags = {0};
  folder_init(&folder);
  const char *dir = vd_buf_text(&folder.path);
  assert_int_equal(mkdir(folder_file(&folder, &arena, "inc dir"), 0700), 0);
  folder_put(&folder, &arena, "inc dir/h.h", "#define VALUE (x & 3)\n");
  const char *path =
      folder_put(&folder, &arena, "a.c",
                 "#include \"h.h\"\nint NAME(int x) { return VALUE; }\n");
  const char *json =
      folder_put(&folder, &arena, "compile_commands.json",
                 vd_arena_printf(
                     &arena,
                     "[{\"directory\": \"/\", \"file\": \"other.c\","
                     "  \"command\": \"cc other.c\"},"
                     " {\"directory\": \"%s\", \"file\": \"a.c\","
                     "  \"command\": \"gcc -O3 -g -MD -MF x.d '-Iinc dir' "
                     "-D NAME=named -Wall -fsanitize=address -o a.o -c a.c\"}]",
                     dir));
  vd_c_read(&path, 1, &(VdCOptions){.commands = json}, &module, &diags);
  assert_int_equal(diags.list.len, 0);
  assert_non_null(module);
  const VdFunc *f = find(module, "named");
  assert_int_equal(f->kind, VD_FUNC_DEFINED);
  assert_string_equal(f->pos.file, path);
  vd_module_free(module);
  folder_put(&folder, &arena, "compile_commands.json", "[{\n oops }]");
  vd_c_read(&path, 1, &(VdCOptions){.commands = json}, &module, &diags);
  assert_null(module);
  assert_int_equal(diags.errors, 1);
  assert_int_equal(diags.list.at[0].pos.line, 2);
  vd_diags_done(&diags);
  folder_done(&folder);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_clean),
      cmocka_unit_test(test_globals),
      cmocka_unit_test(test_names_and_positions),
      cmocka_unit_test(test_flags),
      cmocka_unit_test(test_commands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
