// Bad input of each kind: the exact message, and no module.
#include <sys/stat.h>

#include "front/c/harness.h"

typedef struct World {
  Folder folder;
  VdArena arena;
} World;

static void start(World *w) {
  memset(w, 0, sizeof *w);
  folder_init(&w->folder);
}
static void finish(World *w) {
  folder_done(&w->folder);
  vd_arena_done(&w->arena);
}

// Messages with the folder's name taken out.
static void read_bad(World *w, const char *path, const VdCOptions *options,
                     const char *expect) {
  VdModule *module;
  VdDiags diags = {0};
  VdBuf text = {0}, plain = {0};
  vd_c_read(&path, 1, options, &module, &diags);
  vd_diags_print(&diags, &text);
  const char *folder = vd_buf_text(&w->folder.path);
  size_t n = strlen(folder);
  for (const char *p = vd_buf_text(&text); *p; p++) {
    if (!strncmp(p, folder, n) && p[n] == '/') p += n + 1;
    vd_buf_char(&plain, *p);
  }
  if (strncmp(vd_buf_text(&plain), expect, strlen(expect)))
    fail_msg("expected:\n%s\nfound:\n%s", expect, vd_buf_text(&plain));
  assert_null(module);
  assert_true(diags.errors > 0);
  vd_buf_done(&plain);
  vd_buf_done(&text);
  vd_diags_done(&diags);
}

static void put_bad(const char *name, const char *text, const char *expect) {
  World w;
  start(&w);
  const char *path = folder_put(&w.folder, &w.arena, name, text);
  read_bad(&w, path, &(VdCOptions){.seconds = 60}, expect);
  finish(&w);
}

static void test_missing(void **state) {
  (void)state;
  World w;
  start(&w);
  read_bad(&w, folder_file(&w.folder, &w.arena, "none.c"), &(VdCOptions){0},
           "none.c: error: cannot read: No such file or directory\n");
  const char *folder = folder_file(&w.folder, &w.arena, "folder.c");
  assert_int_equal(mkdir(folder, 0700), 0);
  read_bad(&w, folder, &(VdCOptions){0},
           "folder.c: error: cannot read: Is a directory\n");
  finish(&w);
}

static void test_source(void **state) {
  (void)state;
  put_bad("a.c",
          "int f(int x) {\n  return x +;\n}\nint g(void) { return y; }\n",
          "a.c:2:13: error: expected expression\n"
          "a.c:4:22: error: use of undeclared identifier 'y'\n");
  put_bad("a.c", "#include \"nowhere.h\"\n",
          "a.c:1:10: error: 'nowhere.h' file not found\n");
  put_bad("a.c", "\x80\x81\x01\x02 garbage \xff\n",
          "a.c:1:1: error: source file is not valid UTF-8\n");
}

static void test_llvm(void **state) {
  (void)state;
  put_bad("a.ll", "define i32 @f(i32 %x) {\n  %y = add i32 %x, %z\n}\n",
          "a.ll:3:1: error: expected instruction opcode\n");
  put_bad("a.ll",
          "define i32 @f(i32 %x) {\n  %y = add i32 %x, %z\n"
          "  ret i32 %y\n}\n",
          "a.ll:2:20: error: use of undefined value '%z'\n");
  put_bad("a.ll",
          "define i32 @f(i1 %c, i32 %x) {\n"
          "  br i1 %c, label %a, label %b\n"
          "a:\n  %y = add i32 %x, 1\n  br label %b\n"
          "b:\n  ret i32 %y\n}\n",
          "a.ll: error: invalid LLVM IR: Instruction does not dominate all "
          "uses!\n");
  put_bad("a.ll", "target datalayout = \"e-p:32:32\"\n",
          "a.ll: error: unsupported target: 32-bit little-endian; only 64-bit "
          "little-endian targets are modelled\n");
  put_bad("a.ll", "target datalayout = \"E\"\n",
          "a.ll: error: unsupported target: 64-bit big-endian; only 64-bit "
          "little-endian targets are modelled\n");
  put_bad("a.bc", "nonsense", "a.bc: error: not LLVM bitcode\n");
  put_bad("a.bc", "", "a.bc: error: not LLVM bitcode\n");
  put_bad("a.bc", "BC\xc0\xde", "a.bc: error: invalid bitcode: ");
}

// Every prefix of a good file, and files with flipped bits: a message or a
// module, and we are still here.
static void test_damaged_bitcode(void **state) {
  (void)state;
  World w;
  VdBuf good = {0};
  start(&w);
  const char *source = folder_put(&w.folder, &w.arena, "a.c",
                                  "int g; int f(int x) { return x + g; }\n");
  const char *bitcode = folder_file(&w.folder, &w.arena, "a.bc");
  run_program((const char *[]){"clang-19", "-c", "-emit-llvm", "-o", bitcode,
                               source, NULL});
  assert_true(vd_file_read(bitcode, 1 << 20, &good));
  VdRandom random = {.state = 7};
  const char *path[40];
  VdModule *module[40];
  VdDiags diags[40] = {0};
  for (uint32_t i = 0; i < 40; i++) {
    char *copy = vd_arena_copy(&w.arena, good.at, good.len);
    size_t n = i < 20 ? good.len * i / 20 : good.len;
    if (i >= 20) copy[4 + vd_random_below(&random, n - 4)] ^= 1 << i % 8;
    path[i] =
        folder_file(&w.folder, &w.arena, vd_arena_printf(&w.arena, "%u.bc", i));
    assert_true(vd_file_write(path[i], copy, n));
  }
  vd_c_read(path, 40, &(VdCOptions){.jobs = 2, .seconds = 60}, module, diags);
  for (uint32_t i = 0; i < 40; i++) {
    assert_true((module[i] == NULL) == (diags[i].errors > 0));
    assert_true(i >= 20 || module[i] == NULL);
    vd_module_free(module[i]);
    vd_diags_done(&diags[i]);
  }
  vd_buf_done(&good);
  finish(&w);
}

static void test_empty(void **state) {
  (void)state;
  World w;
  start(&w);
  VdModule *m = read_good(folder_put(&w.folder, &w.arena, "a.c", ""));
  assert_int_equal(m->func.len, 0);
  vd_module_free(m);
  m = read_good(folder_put(&w.folder, &w.arena, "a.ll", ""));
  assert_int_equal(m->func.len, 0);
  vd_module_free(m);
  finish(&w);
}

static void test_nesting(void **state) {
  (void)state;
  VdBuf text = {0};
  vd_buf_str(&text, "int f(int x) { return ");
  for (int i = 0; i < 300000; i++) vd_buf_char(&text, '(');
  vd_buf_char(&text, 'x');
  for (int i = 0; i < 300000; i++) vd_buf_char(&text, ')');
  vd_buf_str(&text, "; }\n");
  put_bad("a.c", vd_buf_text(&text),
          "a.c:1:279: error: bracket nesting level exceeded maximum of 256\n");
  vd_buf_done(&text);
}

// ------------------------------------------------------- clang itself is bad
static const char *put_program(World *w, const char *text) {
  const char *path = folder_put(&w->folder, &w->arena, "clang", text);
  assert_int_equal(chmod(path, 0700), 0);
  return path;
}

static void run_with(const char *script, double seconds, const char *expect) {
  World w;
  start(&w);
  const char *path = folder_put(&w.folder, &w.arena, "a.c", "int x;\n");
  const char *clang = put_program(&w, script);
  read_bad(&w, path, &(VdCOptions){.clang = clang, .seconds = seconds}, expect);
  finish(&w);
}

static void test_clang(void **state) {
  (void)state;
  // A compiler may not send signals, also none to itself.
  run_with("#!/bin/sh\nulimit -t 1; while :; do :; done\n", 60,
           "a.c: error: clang failed: killed by signal 9 (Killed)");
  run_with("#!/bin/sh\necho oops >&2; exit 3\n", 60,
           "a.c: error: clang failed: exit code 3: oops\n");
  run_with("#!/bin/sh\necho 'clang: error: no way' >&2; exit 1\n", 60,
           "a.c: error: no way\n");
  run_with("#!/bin/sh\nexit 0\n", 60, "a.c: error: clang gave no bitcode\n");
  run_with("#!/bin/sh\nsleep 100\n", 0.3,
           "a.c: error: reading took more than 0.3 s\n");
  World w;
  start(&w);
  const char *path = folder_put(&w.folder, &w.arena, "a.c", "int x;\n");
  read_bad(&w, path, &(VdCOptions){.clang = "/nowhere/clang"},
           "a.c: error: clang could not be run: ");
  finish(&w);
}

// ------------------------------------------------------------ which files
static void test_is_input(void **state) {
  (void)state;
  World w;
  start(&w);
  assert_true(vd_c_is_input("a.c"));
  assert_true(vd_c_is_input("dir/a.i"));
  assert_true(vd_c_is_input("a.bc"));
  assert_true(vd_c_is_input("a.ll"));
  assert_false(vd_c_is_input("a.h"));
  assert_false(vd_c_is_input(".c"));
  assert_true(vd_c_is_input(
      folder_put(&w.folder, &w.arena, "noname", "BC\xc0\xde....")));
  assert_false(vd_c_is_input(folder_put(&w.folder, &w.arena, "text", "BC")));
  finish(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_missing), cmocka_unit_test(test_source),
      cmocka_unit_test(test_llvm),    cmocka_unit_test(test_damaged_bitcode),
      cmocka_unit_test(test_empty),   cmocka_unit_test(test_nesting),
      cmocka_unit_test(test_clang),   cmocka_unit_test(test_is_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
