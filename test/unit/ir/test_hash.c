// Digests: what must not change them, and what must.
#include <time.h>

#include "ir_test.h"

static VdModule *hashed(const char *text) {
  VdModule *m = ir_read(text);
  vd_ir_hash(m);
  return m;
}

static VdDigest of(const VdModule *m, const char *name) {
  uint32_t f = vd_module_find_func(m, name);
  assert_int_not_equal(f, UINT32_MAX);
  return m->func.at[f]->digest;
}

// Equal bytes of vd_ir_canonical, equal digests; and here the other way too.
static bool same_bytes(const VdModule *m, const char *f, const VdModule *n,
                       const char *g) {
  VdBuf x = {0}, y = {0};
  vd_ir_canonical(m, vd_module_find_func(m, f), &x);
  vd_ir_canonical(n, vd_module_find_func(n, g), &y);
  bool same = x.len == y.len && !memcmp(x.at, y.at, x.len);
  vd_buf_done(&x);
  vd_buf_done(&y);
  return same;
}

static bool equal(const char *x, const char *f, const char *y, const char *g) {
  VdModule *m = hashed(x), *n = hashed(y);
  VdDigest a = of(m, f), b = of(n, g);
  bool same = vd_digest_eq(&a, &b);
  assert_int_equal(same, same_bytes(m, f, n, g));
  vd_module_free(m);
  vd_module_free(n);
  return same;
}

#define HEAD "vir 1\nsource \"a.c\"\n"

static const char base[] = HEAD
    "file \"a.c\"\n"
    "func @f(bv32 \"a\", bv32 \"b\") -> (bv32) !0:1:1 {\n"
    "b0(%1: bv32, %2: bv32):\n"
    "  %3: bv32 = const 5 !0:2:2\n"
    "  %4: bv32 = bvadd %1, %3\n"
    "  %5: bv32 = bvmul %1, %2\n"
    "  %6: bool = bvult %4, %5\n"
    "  br %6, b1, b2\n"
    "b1:\n"
    "  return %4\n"
    "b2:\n"
    "  %7: bv32 = call @g(%5)\n"
    "  return %7\n"
    "}\n"
    "func @g(bv32) -> (bv32) {\n"
    "b0(%1: bv32):\n"
    "  return %1\n"
    "}\n";

// Names, positions, order of functions and blocks, order and place of pure
// instructions, numbers of values.
static void test_noise(void **state) {
  (void)state;
  assert_true(equal(base, "f",
                    HEAD "func @h(bv32) -> (bv32) {\n"
                         "b0(%1: bv32):\n"
                         "  return %1\n"
                         "}\n"
                         "func @other(bv32, bv32 \"y\") -> (bv32) local {\n"
                         "b0(%6: bv32, %7: bv32):\n"
                         "  %1: bv32 = bvmul %6, %7\n"
                         "  %2: bv32 = const 5\n"
                         "  %3: bv32 = bvadd %6, %2\n"
                         "  %4: bool = bvult %3, %1\n"
                         "  br %4, b2, b1\n"
                         "b1:\n"
                         "  %5: bv32 = call @h(%1)\n"
                         "  return %5\n"
                         "b2:\n"
                         "  return %3\n"
                         "}\n",
                    "other"));
}

// Every change of a line changes the digest.
static void test_changes(void **state) {
  (void)state;
  static const char *const change[][2] = {
      {"const 5", "const 6"},
      {"bvadd %1, %3", "bvmul %1, %3"},
      {"bvadd %1, %3", "bvadd %2, %3"},
      {"bvmul %1, %2", "bvmul %2, %1"},
      {"bvult %4, %5", "bvslt %4, %5"},
      {"br %6, b1, b2", "br %6, b2, b1"},
      {"return %4", "return %5"},
      {"return %4", "stop"},
      {"call @g(%5)", "call @g(%4)"},
      {"call @g(%5)", "call @f(%5, %5)"},
      {"  return %1\n", "  %2: bv32 = bvnot %1\n  return %2\n"},
      {"  return %7\n", "  require %6, \"x\"\n  return %7\n"},
      {"func @g(bv32)", "func @g(bv32:heap)"},
  };
  for (size_t i = 0; i < VD_COUNT(change); i++) {
    VdBuf buf = {0};
    const char *at = strstr(base, change[i][0]);
    assert_non_null(at);
    vd_buf_add(&buf, base, (size_t)(at - base));
    vd_buf_str(&buf, change[i][1]);
    vd_buf_str(&buf, at + strlen(change[i][0]));
    if (equal(base, "f", vd_buf_text(&buf), "f"))
      fail_msg("%s to %s is not seen", change[i][0], change[i][1]);
    vd_buf_done(&buf);
  }
}

#define EVEN_ODD(EVEN, ODD, ZERO)   \
  "func @" EVEN                     \
  "(bv32) -> (bool) {\n"            \
  "b0(%1: bv32):\n"                 \
  "  %2: bv32 = const 0\n"          \
  "  %3: bool = eq %1, %2\n"        \
  "  br %3, b1, b2\n"               \
  "b1:\n"                           \
  "  %4: bool = const " ZERO        \
  "\n"                              \
  "  return %4\n"                   \
  "b2:\n"                           \
  "  %5: bv32 = const 4294967295\n" \
  "  %6: bv32 = bvadd %1, %5\n"     \
  "  %7: bool = call @" ODD         \
  "(%6)\n"                          \
  "  return %7\n"                   \
  "}\n"

static void test_mutual_recursion(void **state) {
  (void)state;
  const char *one =
      HEAD EVEN_ODD("even", "odd", "true") EVEN_ODD("odd", "even", "false");
  const char *two = HEAD EVEN_ODD("b", "a", "false") EVEN_ODD("a", "b", "true");
  assert_true(equal(one, "even", two, "a"));
  assert_true(equal(one, "odd", two, "b"));
  assert_false(equal(one, "even", one, "odd"));
  // Calls itself instead of the other.
  const char *self = HEAD EVEN_ODD("even", "even", "true");
  assert_false(equal(one, "even", self, "even"));
  // Both the same: they are one function, twice.
  const char *same = HEAD EVEN_ODD("x", "y", "true") EVEN_ODD("y", "x", "true");
  assert_true(equal(same, "x", same, "y"));
  assert_false(equal(one, "even", same, "x"));
}

// A ring of n functions, one of which returns 1 in the end, not 0: only the
// distance to it tells the others apart.
static void make_ring(VdBuf *buf, uint32_t n, uint32_t shift) {
  vd_buf_str(buf, HEAD);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = (i + shift) % n;
    vd_buf_printf(buf,
                  "func @r%u(bool) -> (bool) {\n"
                  "b0(%%1: bool):\n"
                  "  br %%1, b1, b2\n"
                  "b1:\n"
                  "  %%2: bool = const %s\n"
                  "  return %%2\n"
                  "b2:\n"
                  "  %%3: bool = call @r%u(%%1)\n"
                  "  return %%3\n"
                  "}\n",
                  at, at ? "false" : "true", (at + 1) % n);
  }
}

static void check_ring(uint32_t n) {
  VdBuf x = {0}, y = {0};
  make_ring(&x, n, 0);
  make_ring(&y, n, n / 3);
  VdModule *m = hashed(vd_buf_text(&x)), *k = hashed(vd_buf_text(&y));
  for (uint32_t i = 0; i < n; i++) {
    char name[16];
    snprintf(name, sizeof name, "r%u", i);
    VdDigest a = of(m, name), b = of(k, name);
    assert_true(vd_digest_eq(&a, &b));
    snprintf(name, sizeof name, "r%u", (i + 1) % n);
    VdDigest c = of(m, name);
    assert_false(vd_digest_eq(&a, &c));
  }
  vd_module_free(m);
  vd_module_free(k);
  vd_buf_done(&x);
  vd_buf_done(&y);
}

static void test_rings(void **state) {
  (void)state;
  check_ring(2);
  check_ring(7);
  check_ring(60);
  check_ring(300);  // beyond the rounds: by name
}

#define USER(WHAT)          \
  "func @f() -> (bv64) {\n" \
  "b0:\n"                   \
  "  %1: bv64 = " WHAT      \
  "\n"                      \
  "  return %1\n"           \
  "}\n"

static void test_globals(void **state) {
  (void)state;
  const char *abc = HEAD
      "global $s size 4 align 1 constant init \"abc\\00\"\n" USER("global $s");
  const char *renamed =
      HEAD "global $t size 4 align 1 constant local init \"abc\\00\"\n" USER(
          "global $t");
  const char *changed = HEAD
      "global $s size 4 align 1 constant init \"abd\\00\"\n" USER("global $s");
  assert_true(equal(abc, "f", renamed, "f"));
  assert_false(equal(abc, "f", changed, "f"));
  const char *var = HEAD "global $v size 4 align 4\n" USER("global $v");
  const char *inited =
      HEAD "global $v size 4 align 4 init \"abcd\"\n" USER("global $v");
  const char *other = HEAD "global $w size 4 align 4\n" USER("global $w");
  assert_true(equal(var, "f", inited, "f"));
  assert_false(equal(var, "f", other, "f"));
  const char *zero =
      HEAD "global $s size 4 align 1 constant\n" USER("global $s");
  const char *zeros =
      HEAD "global $s size 4 align 1 constant init \"\\00\\00\\00\\00\"\n" USER(
          "global $s");
  assert_true(equal(zero, "f", zeros, "f"));
}

// A table of functions counts by what the functions do, cycles included.
#define TABLE(NAME, CALLEE, BODY)                         \
  "global $" NAME " size 16 align 8 constant [0 @" CALLEE \
  " + 0]"                                                 \
  " [8 $" NAME                                            \
  " + 4]\n"                                               \
  "func @" CALLEE                                         \
  "() -> (bv64) link \"callee\" {\n"                      \
  "b0:\n"                                                 \
  "  %1: bv64 = " BODY                                    \
  "\n"                                                    \
  "  return %1\n"                                         \
  "}\n" USER("global $" NAME)

static void test_tables(void **state) {
  (void)state;
  const char *one = HEAD TABLE("t", "c", "const 1");
  assert_true(equal(one, "f", HEAD TABLE("u", "d", "const 1"), "f"));
  assert_false(equal(one, "f", HEAD TABLE("t", "c", "const 2"), "f"));
  const char *cycle = HEAD TABLE("t", "c", "global $t");
  assert_true(equal(cycle, "f", HEAD TABLE("u", "d", "global $u"), "f"));
  assert_false(equal(cycle, "f", one, "f"));
}

static void test_externals(void **state) {
  (void)state;
#define EXT(DECL, CALL)             \
  HEAD DECL                         \
      "func @f(bv64) -> (bv64) {\n" \
      "b0(%1: bv64):\n"             \
      "  %2: bv64 = call @" CALL "(%1)\n  return %2\n}\n"
  const char *sin = EXT("func @sin(bv64) -> (bv64) pure\n", "sin");
  assert_true(equal(
      sin, "f", EXT("func @x(bv64) -> (bv64) pure link \"sin\"\n", "x"), "f"));
  assert_false(
      equal(sin, "f", EXT("func @cos(bv64) -> (bv64) pure\n", "cos"), "f"));
#define D1 "0000000000000000000000000000000000000000000000000000000000000001"
#define D2 "0000000000000000000000000000000000000000000000000000000000000002"
  const char *asm1 =
      EXT("func @a(bv64) -> (bv64) unsupported reason \"asm\" opaque " D1 "\n",
          "a");
  const char *asm2 =
      EXT("func @a(bv64) -> (bv64) unsupported reason \"asm\" opaque " D2 "\n",
          "a");
  assert_true(equal(asm1, "f", asm1, "f"));
  assert_false(equal(asm1, "f", asm2, "f"));
}

static bool risky(const VdModule *m, const char *name) {
  return m->func.at[vd_module_find_func(m, name)]->may_be_undefined;
}

static void test_may_be_undefined(void **state) {
  (void)state;
  VdModule *m = hashed(HEAD
                       "func @ext() -> () pure\n"
                       "func @asm() -> () unsupported opaque " D1
                       "\n"
                       "func @a(bool) -> () {\nb0(%1: bool):\n"
                       "  require %1, \"x\"\n  call @b()\n  return\n}\n"
                       "func @b() -> () {\nb0:\n  call @c()\n  return\n}\n"
                       "func @c() -> () {\nb0:\n  call @b()\n"
                       "  call @ext()\n  return\n}\n"
                       "func @d() -> () {\nb0:\n  call @asm()\n  return\n}\n"
                       "func @e() -> () {\nb0:\n  stop\n}\n"
                       "func @g() -> () {\nb0:\n  call @e()\n  return\n}\n"
                       "func @h() -> () {\nb0:\n  call @ext()\n  return\n}\n");
  assert_true(risky(m, "a"));
  assert_true(risky(m, "b"));  // b and c call each other for ever
  assert_true(risky(m, "c"));
  assert_false(risky(m, "h"));
  assert_false(risky(m, "ext"));
  assert_true(risky(m, "asm"));
  assert_true(risky(m, "d"));
  assert_true(risky(m, "e"));
  assert_true(risky(m, "g"));
  // b and c call each other; a only calls them.
  for (uint32_t i = 0; i < m->func.len; i++) {
    const VdFunc *f = m->func.at[i];
    bool is_b_or_c = !strcmp(f->name, "b") || !strcmp(f->name, "c");
    assert_int_equal(f->recursive, is_b_or_c);
  }
  vd_module_free(m);
}

// Loops of a renamed function get other names but the same digests.
static void test_loops(void **state) {
  (void)state;
  VdRandom one = {77}, two = {77};
  VdModule *m = vd_module_new("a"), *n = vd_module_new("b");
  ir_random_func(m, &one, "f", 12);
  ir_random_func(n, &two, "g", 12);
  vd_ir_loops(m);
  vd_ir_loops(n);
  vd_ir_hash(m);
  vd_ir_hash(n);
  assert_true(m->func.len > 1);
  assert_int_equal(m->func.len, n->func.len);
  for (uint32_t i = 0; i < m->func.len; i++)
    assert_true(vd_digest_eq(&m->func.at[i]->digest, &n->func.at[i]->digest));
  vd_module_free(m);
  vd_module_free(n);
}

// About the size of Lua.
static void test_speed(void **state) {
  (void)state;
  VdRandom random = {5};
  VdModule *m = ir_random_module(&random, 1300, 28);
  uint64_t insts = 0;  // processor time: machines that test are busy
  for (uint32_t i = 0; i < m->func.len; i++)
    for (uint32_t b = 0; b < m->func.at[i]->block.len; b++)
      insts += m->func.at[i]->block.at[b].inst.len;
  clock_t start = clock();
  vd_ir_hash(m);
  clock_t hash = clock() - start;
  start = clock();
  vd_ir_loops(m);
  clock_t loops = clock() - start;
  print_message("# %llu instructions: hash %.1f ms, loops %.1f ms\n",
                (unsigned long long)insts, 1e3 * hash / CLOCKS_PER_SEC,
                1e3 * loops / CLOCKS_PER_SEC);
  vd_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_noise),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_mutual_recursion),
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_globals),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_externals),
      cmocka_unit_test(test_may_be_undefined),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_speed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
