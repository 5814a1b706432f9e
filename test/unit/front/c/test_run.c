// The front end's meaning of C against the machine's: every t_ function of
// snippets.c on many inputs, natively and by the interpreter; as C source, and
// as bitcode that clang optimised.
#include "front/c/harness.h"

static const uint64_t edges[] = {
    0,
    1,
    2,
    3,
    7,
    8,
    31,
    32,
    63,
    64,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    0x100000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0xffffffffffffffff,
    0xffffffff80000000,
    0x3ff0000000000000,
    0xbff8000000000000,
    0x7ff0000000000000,
    0xfff0000000000000,
    0x7ff8000000000000,
    0x0000000000000001,
    0x41dfffffffc00000,
    0xc1e0000000000000,
    0x43e0000000000000,
    0x3f800000,
    0xbf800000,
    0x7f800000,
    0x7fc00000,
    0xcf000000,
    0x4f000000,
};
enum { RANDOM_RUNS = 60 };

typedef struct Suite {
  VdModule *module;
  void *library;
  uint32_t functions, unsupported;
  uint32_t wrong;
  bool optimised;
} Suite;

static uint64_t pick(VdRandom *random) {
  uint64_t x = vd_random_next(random);
  return x & 1 ? edges[x / 2 % VD_COUNT(edges)] : vd_random_next(random);
}

// False, with a message, if the two differ.
static bool compare(Suite *s, uint32_t func, NativeFunction native, uint64_t a,
                    uint64_t b) {
  const VdFunc *f = s->module->func.at[func];
  Harness h;
  VdRunResult out;
  VdValue args[] = {vd_value_bv(64, a), vd_value_bv(64, b)};
  harness_start(&h, s->module);
  harness_run(&h, func, args, &out);
  bool ok = out.status == VD_RUN_OK;
  uint64_t want = ok ? native(a, b) : 0, got = ok ? out.result[0].bits : 0;
  if (!ok)
    print_error("%s(%#lx, %#lx): status %d: %s at %s:%u\n", f->name, (long)a,
                (long)b, out.status, out.text, out.pos.file, out.pos.line);
  else if (want != got)
    print_error("%s(%#lx, %#lx) is %#lx, not %#lx\n", f->name, (long)a, (long)b,
                (long)want, (long)got);
  harness_done(&h);
  return ok && want == got;
}

static void run_function(Suite *s, uint32_t func) {
  const VdFunc *f = s->module->func.at[func];
  if (strncmp(f->name, "t_", 2)) return;
  if (f->kind == VD_FUNC_UNSUPPORTED) {
    s->unsupported++;
    s->wrong += !s->optimised;
    print_message("# %s: %s\n", f->name, f->reason);
    return;
  }
  NativeFunction native;
  *(void **)&native = dlsym(s->library, f->name);
  assert_non_null(native);
  VdRandom random = {.state = 42};
  bool ok = true;
  for (uint32_t i = 0; ok && i < VD_COUNT(edges); i++)
    ok = compare(s, func, native, edges[i], pick(&random));
  for (uint32_t i = 0; ok && i < RANDOM_RUNS; i++)
    ok = compare(s, func, native, pick(&random), pick(&random));
  s->functions++;
  s->wrong += !ok;
}

static void run_suite(const char *path, const char *library, bool optimised,
                      const char *flag) {
  const char *flags[] = {flag, NULL};
  Suite s = {.module = read_with(path, flags), .optimised = optimised};
  s.library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!s.library) fail_msg("%s", dlerror());
  for (uint32_t i = 0; i < s.module->func.len; i++) run_function(&s, i);
  assert_int_equal(s.wrong, 0);
  assert_true(s.functions > 50);
  assert_true(s.unsupported <= 5);
  vd_module_free(s.module);
  dlclose(s.library);
}

static const char *snippets(VdArena *arena) {
  return vd_arena_printf(arena, "%s/unit/front/c/snippets.c",
                         getenv("VD_TEST_DIR"));
}

static const char *make_library(Folder *folder, VdArena *arena) {
  const char *out = folder_file(folder, arena, "snippets.so");
  run_program((const char *[]){"cc", "-std=gnu11", "-w", "-O0", "-shared",
                               "-fPIC", "-ffp-contract=off", "-o", out,
                               snippets(arena), "-lm", NULL});
  return out;
}

static void run_source(const char *flag) {
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  const char *library = make_library(&folder, &arena);
  run_suite(snippets(&arena), library, false, flag);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static void test_source(void **state) {
  (void)state;
  run_source(NULL);
}

// Nothing is the library's where builtins are off.
static void test_no_builtin(void **state) {
  (void)state;
  VdArena arena = {0};
  const char *flags[] = {"-fno-builtin", NULL};
  VdModule *m = read_with(snippets(&arena), flags);
  uint32_t externals = 0;
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *f = m->func.at[i];
    if (f->kind == VD_FUNC_DEFINED || f->kind == VD_FUNC_UNSUPPORTED) continue;
    if (!strcmp(f->link, "alloca")) continue;
    print_message("# %s\n", f->link);
    // Headers declare some to be functions of their arguments.
    bool is_declared = vd_func_has_note(f, "pure");
    assert_int_equal(f->kind, is_declared ? VD_FUNC_PURE : VD_FUNC_IMPURE);
    assert_string_equal(f->notes, is_declared ? "pure" : "");
    externals++;
  }
  assert_true(externals > 5);
  vd_module_free(m);
  vd_arena_done(&arena);
}

static void run_bitcode(const char *level) {
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  const char *library = make_library(&folder, &arena);
  const char *bitcode = folder_file(&folder, &arena, "snippets.bc");
  run_program((const char *[]){"clang-19", "-w", level, "-c", "-emit-llvm",
                               "-g", "-fno-vectorize", "-fno-slp-vectorize",
                               "-ffp-contract=off", "-o", bitcode,
                               snippets(&arena), NULL});
  run_suite(bitcode, library, true, NULL);
  folder_done(&folder);
  vd_arena_done(&arena);
}

static void test_bitcode_plain(void **state) {
  (void)state;
  run_bitcode("-O0");
}

static void test_bitcode_optimised(void **state) {
  (void)state;
  run_bitcode("-O2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_source),
      cmocka_unit_test(test_no_builtin),
      cmocka_unit_test(test_bitcode_plain),
      cmocka_unit_test(test_bitcode_optimised),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
