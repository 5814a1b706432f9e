// The manager: hash-consing, the error that sticks, objects and functions by
// key, order and digests that depend on structure only, and rules that neither
// loop nor blow up.
#include "base/limit.h"
#include "raw.h"

static const VdSort BV32 = {.kind = VD_SORT_BV, .a = 32};

static VdTerm var(VdTerms *tm, uint32_t number, VdSort sort) {
  return vd_mk_var(tm, VD_VAR_PARAM, number, sort, "");
}

static VdDigest digest(const VdTerms *tm, VdTerm t) {
  return vd_terms_digest(tm, &t, 1);
}

static bool same_digest(const VdTerms *a, VdTerm x, const VdTerms *b,
                        VdTerm y) {
  VdDigest p = digest(a, x), q = digest(b, y);
  return vd_digest_eq(&p, &q);
}

// ------------------------------------------------------------ hash-consing

static void test_equal_terms_have_equal_handles(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm a = vd_mk_add(tm, x, y);
  size_t count = vd_terms_count(tm);
  assert_true(vd_term_eq(a, vd_mk_add(tm, x, y)));
  assert_true(vd_term_eq(a, vd_mk_add(tm, y, x)));
  assert_int_equal(vd_terms_count(tm), count);
  assert_false(vd_term_eq(x, y));
  assert_false(vd_term_eq(x, var(tm, 0, vd_sort_bv(33))));
  assert_false(vd_term_eq(x, vd_mk_var(tm, VD_VAR_UNDEF, 0, BV32, "")));
  assert_true(vd_term_eq(vd_mk_bv(tm, 8, 0x1ff), vd_mk_bv(tm, 8, 0xff)));
  assert_false(vd_term_eq(vd_mk_bv(tm, 8, 1), vd_mk_bv(tm, 9, 1)));
  assert_true(vd_terms_memory(tm) > 0);
  vd_terms_free(tm);
}

static void test_wide_constants_are_compared_by_value(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdArena arena = {0};
  uint64_t limb[] = {1, 2, 3};
  VdValue v = vd_value_limbs(&arena, 130, limb, 3);
  VdTerm t = vd_mk_value(tm, &v);
  vd_arena_done(&arena);  // the manager has its own copy
  v = vd_value_limbs(&arena, 130, limb, 3);
  assert_true(vd_term_eq(t, vd_mk_value(tm, &v)));
  VdValue back;
  assert_true(vd_term_value(tm, t, &back));
  assert_true(vd_value_eq(&v, &back));
  limb[2] = 2;
  v = vd_value_limbs(&arena, 130, limb, 3);
  assert_false(vd_term_eq(t, vd_mk_value(tm, &v)));
  assert_true(
      vd_term_eq(vd_mk_bv(tm, 200, 5),
                 vd_mk_add(tm, vd_mk_bv(tm, 200, 2), vd_mk_bv(tm, 200, 3))));
  vd_arena_done(&arena);
  vd_terms_free(tm);
}

static void test_many_terms_survive_growth(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  enum { N = 50000 };
  VdTerm x = var(tm, 0, BV32);
  VdTerm *t = vd_alloc(N * sizeof *t);
  for (uint32_t i = 0; i < N; i++)
    t[i] = vd_mk_ult(tm, x, vd_mk_bv(tm, 32, i + 5));
  for (uint32_t i = 0; i < N; i++)
    assert_true(vd_term_eq(t[i], vd_mk_ult(tm, x, vd_mk_bv(tm, 32, i + 5))));
  vd_free(t);
  vd_terms_free(tm);
}

// ---------------------------------------------------------------- accessors

static void test_a_term_can_be_looked_at(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = vd_mk_var(tm, VD_VAR_UNKNOWN, 7, BV32, "count");
  VdTerm e = vd_mk_extract(tm, x, 15, 8);
  assert_int_equal(vd_term_op(tm, e), VD_OP_EXTRACT);
  assert_int_equal(vd_term_imm(tm, e), vd_imm_extract(15, 8));
  assert_true(vd_sort_eq(vd_term_sort(tm, e), vd_sort_bv(8)));
  assert_int_equal(vd_term_args(tm, e), 1);
  assert_true(vd_term_eq(vd_term_arg(tm, e, 0), x));
  assert_int_equal(vd_term_depth(tm, x), 0);
  assert_int_equal(vd_term_depth(tm, e), 1);
  assert_int_equal(vd_term_var_kind(tm, x), VD_VAR_UNKNOWN);
  assert_int_equal(vd_term_var_number(tm, x), 7);
  assert_string_equal(vd_term_var_name(tm, x), "count");
  assert_string_equal(vd_term_var_name(tm, var(tm, 9, BV32)), "");
  VdValue v;
  assert_false(vd_term_value(tm, x, &v));
  assert_true(vd_term_is_true(tm, vd_mk_bool(tm, true)));
  assert_true(vd_term_is_false(tm, vd_mk_bool(tm, false)));
  VdTerm f = vd_mk_app(tm, FUN_PAIR, 1,
                       (VdTerm[]){vd_mk_bv(tm, 8, 1), vd_mk_bool(tm, true)}, 2);
  assert_int_equal(vd_term_fun(tm, f), FUN_PAIR);
  assert_int_equal(vd_term_result(tm, f), 1);
  assert_true(vd_sort_eq(vd_term_sort(tm, f), vd_sort_bool()));
  assert_int_equal(vd_term_object(tm, vd_mk_addr(tm, SLOT_A)), SLOT_A);
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

static void check_place(VdTerms *tm, VdTerm address, VdTerm base, VdTerm index,
                        uint64_t offset) {
  VdPlace place = vd_term_place(tm, address);
  assert_true(vd_term_eq(place.base, base));
  assert_true(vd_term_eq(place.index, index));
  assert_int_equal(place.offset, offset);
}

static void test_an_address_is_base_index_and_offset(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdSort bv64 = vd_sort_bv(64);
  VdTerm p = var(tm, 0, bv64), i = var(tm, 1, bv64), j = var(tm, 2, bv64);
  VdTerm o = vd_mk_addr(tm, GLOBAL_A), o2 = vd_mk_addr(tm, GLOBAL_B);
  VdTerm k = vd_mk_bv(tm, 64, 12), none = VD_TERM_NONE;
  check_place(tm, p, p, none, 0);
  check_place(tm, o, o, none, 0);
  check_place(tm, mk2(tm, VD_OP_PTRADD, p, k), p, none, 12);
  check_place(tm, mk2(tm, VD_OP_PTRADD, p, i), p, i, 0);
  check_place(tm, mk2(tm, VD_OP_PTRADD, p, vd_mk_add(tm, i, k)), p, i, 12);
  VdTerm ij = vd_mk_add(tm, i, j);
  check_place(tm, mk2(tm, VD_OP_PTRADD, p, vd_mk_add(tm, ij, k)), p, ij, 12);
  check_place(tm, vd_mk_add(tm, o, k), o, none, 12);
  check_place(tm, vd_mk_add(tm, vd_mk_add(tm, o, i), k), o, i, 12);
  check_place(tm, vd_mk_add(tm, p, k), p, none, 12);
  // A sum of two addresses is in neither object for sure.
  VdTerm both = vd_mk_add(tm, o, o2);
  check_place(tm, both, both, none, 0);
  vd_terms_free(tm);
}

// ------------------------------------------------------------------- errors

static void test_none_gives_none_without_an_error(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = var(tm, 0, BV32), none = VD_TERM_NONE;
  VdTerm made[] = {
      vd_mk_add(tm, x, none),
      vd_mk_sub(tm, none, x),
      vd_mk_not(tm, none),
      vd_mk_and(tm, vd_mk_bool(tm, true), none),
      vd_mk_or(tm, none, vd_mk_bool(tm, true)),
      vd_mk_implies(tm, none, none),
      vd_mk_ite(tm, none, x, x),
      vd_mk_eq(tm, none, none),
      vd_mk_ult(tm, x, none),
      vd_mk_extract(tm, none, 3, 0),
      vd_mk_load(tm, none, none, 4),
      vd_mk_store(tm, none, none, x),
      vd_mk_app(tm, FUN_BV, 0, &none, 1),
      vd_term_subst(tm, none, &(VdMap){0}),
  };
  for (size_t i = 0; i < VD_COUNT(made); i++)
    assert_true(vd_term_is_none(made[i]));
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

static void test_the_first_error_stays(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = var(tm, 0, BV32), b = var(tm, 1, vd_sort_bool());
  assert_true(vd_term_is_none(vd_mk_add(tm, x, b)));
  assert_string_equal(vd_terms_error(tm), "ill-sorted arguments");
  assert_true(vd_term_is_none(vd_mk_addr(tm, 0)));
  assert_string_equal(vd_terms_error(tm), "ill-sorted arguments");
  assert_false(vd_term_is_none(vd_mk_add(tm, x, x)));  // it goes on working
  assert_string_equal(vd_terms_error(tm), "ill-sorted arguments");
  vd_terms_free(tm);
}

typedef VdTerm Mistake(VdTerms *tm, VdTerm x, VdTerm b);

static VdTerm no_operator(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk(tm, VD_OP_COUNT, 0, NULL, 0);
}
static VdTerm own_constructor(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk(tm, VD_OP_ROM, 0, NULL, 0);
}
static VdTerm too_few(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk(tm, VD_OP_BVADD, 0, &x, 1);
}
static VdTerm too_many(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk(tm, VD_OP_BVUDIV, 0, (VdTerm[]){x, x, x}, 3);
}
static VdTerm bad_extract(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_extract(tm, x, 32, 0);
}
static VdTerm inverted_extract(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_extract(tm, x, 3, 4);
}
static VdTerm shrinking_zext(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk(tm, VD_OP_ZEXT, 31, &x, 1);
}
static VdTerm mixed_ite(VdTerms *tm, VdTerm x, VdTerm b) {
  return vd_mk_ite(tm, b, x, b);
}
static VdTerm mixed_eq(VdTerms *tm, VdTerm x, VdTerm b) {
  return vd_mk_eq(tm, x, b);
}
static VdTerm condition_of_bits(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_ite(tm, x, x, x);
}
static VdTerm load_from_bits(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_load(tm, x, x, 4);
}
static VdTerm no_object(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk_addr(tm, OBJECTS + 1);
}
static VdTerm no_function(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_app(tm, FUNS + 1, 0, &x, 1);
}
static VdTerm no_result(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  VdTerm arg = vd_mk_bv(tm, 8, 0);
  return vd_mk_app(tm, FUN_BV, 1, &arg, 1);
}
static VdTerm wrong_arguments(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk_app(tm, FUN_BV, 0, &x, 1);
}
static VdTerm sortless_variable(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk_var(tm, VD_VAR_PARAM, 0, (VdSort){0}, "");
}
static VdTerm constant_array(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  VdArena arena = {0};
  VdValue v = vd_array_new(&arena, vd_sort_mem(), (VdFill){0});
  VdTerm t = vd_mk_value(tm, &v);
  vd_arena_done(&arena);
  return t;
}
static VdTerm constant_of_no_bits(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk_bv(tm, 0, 0);
}
static VdTerm widest_constant(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)x, (void)b;
  return vd_mk_bv(tm, VD_MAX_WIDTH + 1, 0);
}
static VdTerm too_wide(VdTerms *tm, VdTerm x, VdTerm b) {
  (void)b;
  return vd_mk(tm, VD_OP_SEXT, VD_MAX_WIDTH + 1, &x, 1);
}

static void test_mistakes_give_none_and_an_error(void **state) {
  (void)state;
  static Mistake *const mistakes[] = {
      no_operator,
      own_constructor,
      too_few,
      too_many,
      bad_extract,
      inverted_extract,
      shrinking_zext,
      mixed_ite,
      mixed_eq,
      condition_of_bits,
      load_from_bits,
      no_object,
      no_function,
      no_result,
      wrong_arguments,
      sortless_variable,
      constant_array,
      widest_constant,
      constant_of_no_bits,
      too_wide,
  };
  for (size_t i = 0; i < VD_COUNT(mistakes); i++) {
    VdTerms *tm = universe_new();
    VdTerm x = var(tm, 0, BV32), b = var(tm, 1, vd_sort_bool());
    assert_null(vd_terms_error(tm));
    assert_true(vd_term_is_none(mistakes[i](tm, x, b)));
    if (!vd_terms_error(tm)) fail_msg("mistake %zu: no error", i);
    vd_terms_free(tm);
  }
}

// ---------------------------------------------------- objects and functions

static void test_objects_are_one_by_key(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  uint8_t rom[] = {1, 2};
  char key[] = "k";
  VdObject object = {
      .kind = VD_OBJECT_GLOBAL, .key = key, .name = "n", .size = 2, .rom = rom};
  uint32_t id = vd_object_put(tm, &object);
  assert_int_equal(id, 1);
  key[0] = 'x', rom[0] = 9;  // copied
  const VdObject *got = vd_object_get(tm, id);
  assert_string_equal(got->key, "k");
  assert_int_equal(got->rom[0], 1);
  object = (VdObject){.kind = VD_OBJECT_SLOT, .key = "k", .name = "other"};
  assert_int_equal(vd_object_put(tm, &object), 1);
  assert_string_equal(vd_object_get(tm, 1)->name, "n");
  object.key = "l", object.name = NULL;
  assert_int_equal(vd_object_put(tm, &object), 2);
  assert_string_equal(vd_object_get(tm, 2)->name, "");
  assert_int_equal(vd_object_count(tm), 2);
  VdTerm a = vd_mk_addr(tm, 1);
  assert_true(vd_term_eq(a, vd_mk_addr(tm, 1)));
  assert_false(vd_term_eq(a, vd_mk_addr(tm, 2)));
  vd_terms_free(tm);
}

static void test_functions_are_one_by_key(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdSort sort[] = {BV32, BV32};
  VdFun fun = {VD_FUN_PURE, "sin", "sin", 1, 1, sort, sort};
  uint32_t id = vd_fun_put(tm, &fun);
  sort[0] = vd_sort_bool();  // copied
  assert_int_equal(vd_fun_put(tm, &fun), id);
  assert_true(vd_sort_eq(vd_fun_get(tm, id)->param[0], BV32));
  fun.key = "cos";
  assert_int_not_equal(vd_fun_put(tm, &fun), id);
  // A function and an object may share a key.
  assert_int_equal(vd_object_put(tm, &(VdObject){.key = "sin"}), 1);
  vd_terms_free(tm);
}

// --------------------------------------------------------- order and digest

static uint32_t object_of_key(VdTerms *tm, const char *key) {
  return vd_object_put(
      tm, &(VdObject){.kind = VD_OBJECT_GLOBAL, .key = key, .size = 16});
}

static uint32_t fun_of_key(VdTerms *tm, const char *key) {
  VdSort byte = vd_sort_bv(8);
  return vd_fun_put(tm, &(VdFun){VD_FUN_PURE, key, key, 1, 1, &byte, &byte});
}

// One term, whose parts are made in one order or the other.
static VdTerm sample(VdTerms *tm, bool backwards) {
  VdTerm v[3];
  const char *key[] = {"a", "b"};
  uint32_t object[2], fun[2];
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t k = backwards ? 2 - i : i;
    v[k] = var(tm, k, BV32);
  }
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t k = backwards ? 1 - i : i;
    object[k] = object_of_key(tm, key[k]);
    fun[k] = fun_of_key(tm, key[k]);
  }
  if (backwards)  // other handles altogether
    for (uint32_t i = 50; i-- > 0;) vd_mk_ult(tm, vd_mk_bv(tm, 32, i), v[0]);
  VdTerm sum = backwards ? vd_mk_add(tm, vd_mk_add(tm, v[2], v[1]), v[0])
                         : vd_mk_add(tm, v[0], vd_mk_add(tm, v[1], v[2]));
  VdTerm byte = vd_mk_extract(tm, sum, 7, 0);
  VdTerm f = vd_mk_app(tm, fun[0], 0, &byte, 1);
  VdTerm g = vd_mk_app(tm, fun[1], 0, &f, 1);
  VdTerm p = mk2(tm, VD_OP_BVSLT, v[0], v[1]), q = vd_mk_eq(tm, f, g);
  VdTerm both = backwards ? vd_mk_and(tm, q, p) : vd_mk_and(tm, p, q);
  VdTerm mem = var(tm, 3, vd_sort_mem());
  VdTerm x = vd_mk_addr(tm, object[0]), y = vd_mk_addr(tm, object[1]);
  mem = backwards ? vd_mk_store(tm, vd_mk_store(tm, mem, y, f), x, v[0])
                  : vd_mk_store(tm, vd_mk_store(tm, mem, x, v[0]), y, f);
  VdTerm at = var(tm, 4, vd_sort_bv(64));
  return vd_mk_ite(tm, both, vd_mk_load(tm, mem, at, 4), sum);
}

static void test_digests_depend_on_structure_only(void **state) {
  (void)state;
  VdTerms *a = vd_terms_new(), *b = vd_terms_new();
  VdTerm x = sample(a, false), y = sample(b, true);
  assert_true(same_digest(a, x, b, y));
  assert_true(vd_term_eq(y, sample(b, false)));
  vd_terms_free(a);
  vd_terms_free(b);
}

static void test_argument_order_is_structural(void **state) {
  (void)state;
  static const VdOp ops[] = {VD_OP_BVADD, VD_OP_BVMUL, VD_OP_BVAND,
                             VD_OP_BVXOR};
  enum { N = 9 };
  for (size_t k = 0; k < VD_COUNT(ops); k++) {
    VdTerms *a = vd_terms_new(), *b = vd_terms_new();
    VdTerm x[N], y[N];
    for (uint32_t i = 0; i < N; i++) x[i] = var(a, i, BV32);
    for (uint32_t i = N; i-- > 0;) y[i] = var(b, i, BV32);
    VdTerm s = vd_mk(a, ops[k], 0, x, N), t = y[4];
    for (uint32_t i = 0; i < N; i++)
      if (i != 4) t = mk2(b, ops[k], y[i], t);
    assert_true(same_digest(a, s, b, t));
    for (uint32_t i = 0; i < N; i++)
      assert_int_equal(vd_term_var_number(a, vd_term_arg(a, s, i)),
                       vd_term_var_number(b, vd_term_arg(b, t, i)));
    vd_terms_free(a);
    vd_terms_free(b);
  }
}

static void test_different_terms_have_different_digests(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm byte = vd_mk_extract(tm, x, 7, 0), byte2 = vd_mk_extract(tm, x, 15, 8);
  VdTerm t[] = {
      x,
      y,
      vd_mk_var(tm, VD_VAR_UNDEF, 0, BV32, ""),
      vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(33), ""),
      vd_mk_add(tm, x, y),
      vd_mk_sub(tm, x, y),
      mk2(tm, VD_OP_BVUDIV, x, y),
      mk2(tm, VD_OP_BVUDIV, y, x),
      byte,
      byte2,
      vd_mk_bv(tm, 32, 1),
      vd_mk_bv(tm, 32, 2),
      vd_mk_bv(tm, 200, 1),
      vd_mk_bv(tm, 200, 2),
      vd_mk_app(tm, FUN_BV, 0, &byte, 1),
      vd_mk_app(tm, FUN_BOOL, 0, &byte, 1),
      vd_mk_addr(tm, GLOBAL_A),
      vd_mk_addr(tm, GLOBAL_B),
      vd_mk_rom(tm),
  };
  for (size_t i = 0; i < VD_COUNT(t); i++)
    for (size_t j = 0; j < i; j++)
      assert_false(same_digest(tm, t[i], tm, t[j]));
  VdDigest xy = vd_terms_digest(tm, (VdTerm[]){x, y}, 2);
  VdDigest yx = vd_terms_digest(tm, (VdTerm[]){y, x}, 2);
  VdDigest none = vd_terms_digest(tm, (VdTerm[]){x, VD_TERM_NONE}, 2);
  assert_false(vd_digest_eq(&xy, &yx));
  assert_false(vd_digest_eq(&xy, &none));
  vd_terms_free(tm);
}

static void test_names_do_not_count_for_digests(void **state) {
  (void)state;
  VdTerms *a = vd_terms_new(), *b = vd_terms_new();
  VdTerm x = vd_mk_var(a, VD_VAR_PARAM, 0, BV32, "x");
  VdTerm y = vd_mk_var(b, VD_VAR_PARAM, 0, BV32, "y");
  assert_true(same_digest(a, vd_mk_add(a, x, vd_mk_bv(a, 32, 1)), b,
                          vd_mk_add(b, y, vd_mk_bv(b, 32, 1))));
  vd_terms_free(a);
  vd_terms_free(b);
}

// -------------------------------------------------------------------- depth

enum { DEEP = 200000 };

static VdTerm deep_division(VdTerms *tm, VdTerm x, VdTerm seven) {
  for (uint32_t i = 0; i < DEEP; i++) x = mk2(tm, VD_OP_BVUDIV, seven, x);
  return x;
}

static void test_terms_may_be_deep(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdTerm x = var(tm, 0, BV32), y = var(tm, 1, BV32);
  VdTerm t = deep_division(tm, x, vd_mk_bv(tm, 32, 7));
  assert_int_equal(vd_term_depth(tm, t), DEEP);
  VdMap map = {0};
  *vd_map_put(&map, x.id) = y.id;
  VdTerm u = vd_term_subst(tm, t, &map);
  assert_int_equal(vd_term_depth(tm, u), DEEP);
  assert_false(same_digest(tm, t, tm, u));
  VdBuf text = {0};
  vd_term_print(tm, t, &text);
  assert_true(text.len > DEEP * 10);
  vd_buf_done(&text);
  VdEval *eval = vd_eval_new(tm);
  VdValue v;
  vd_eval_set(eval, x, vd_value_bv(32, 3));
  assert_true(vd_eval(eval, t, &v));  // 7/3 = 2, 7/2 = 3, ...
  assert_int_equal(v.bits, 3);
  vd_eval_free(eval);
  vd_map_done(&map);
  vd_terms_free(tm);
}

static void test_deep_terms_of_every_shape_are_built(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdSort bv64 = vd_sort_bv(64);
  VdTerm mem = var(tm, 0, vd_sort_mem()), p = var(tm, 1, bv64);
  VdTerm b = var(tm, 2, vd_sort_bool()), x = var(tm, 3, BV32);
  VdTerm sum = p, xor = x, and = b, ite = x;
  for (uint32_t i = 0; i < DEEP / 10; i++) {
    VdTerm k = vd_mk_bv(tm, 64, i * 7919ull % 100003);
    VdTerm v = var(tm, i + 10, BV32), c = var(tm, i + 10, vd_sort_bool());
    mem = vd_mk_store(tm, mem, mk2(tm, VD_OP_PTRADD, p, k), v);
    sum = vd_mk_add(tm, sum, mk2(tm, VD_OP_BVUDIV, sum, k));
    xor = mk2(tm, VD_OP_BVXOR, xor, mk2(tm, VD_OP_BVMUL, v, xor));
    and = vd_mk_and(tm, vd_mk_or(tm, and, c),
                    vd_mk_not(tm, vd_mk_and(tm, c, and)));
    ite = vd_mk_ite(tm, c, vd_mk_add(tm, ite, v), ite);
  }
  VdTerm roots[] = {mem, sum, xor, and, ite, vd_mk_load(tm, mem, p, 4)};
  vd_terms_digest(tm, roots, VD_COUNT(roots));
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

// ------------------------------------------------------------------ blow-up

// Each doubles under a rule that goes into both arguments; without sharing the
// work would be 2^100.
static VdTerm mixed(VdTerms *tm, VdTerm t, VdTerm x) {
  t = mk2(tm, VD_OP_BVXOR, t, mk2(tm, VD_OP_BVSHL, t, vd_mk_bv(tm, 64, 13)));
  t = mk2(tm, VD_OP_BVXOR, t, mk2(tm, VD_OP_BVLSHR, t, vd_mk_bv(tm, 64, 7)));
  return mk2(tm, VD_OP_BVAND, mk2(tm, VD_OP_BVMUL, t, x), vd_mk_add(tm, t, x));
}

static void test_shared_terms_stay_shared(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdSort bv64 = vd_sort_bv(64);
  VdTerm x = var(tm, 0, bv64), t = x, c = var(tm, 2, vd_sort_bool());
  VdTerm mem = var(tm, 1, vd_sort_mem()), p = var(tm, POINTER, bv64);
  double start = vd_now();
  for (uint32_t i = 0; i < 100; i++) {
    t = mixed(tm, t, x);
    vd_mk_extract(tm, t, 7, 0);
    vd_mk_extract(tm, t, 40, 33);
    VdTerm other = vd_mk_app(tm, FUN_MEM, 0, &mem, 1);
    c = vd_mk_eq(tm, vd_mk_load(tm, mem, p, 1), vd_mk_bv(tm, 8, i));
    mem = vd_mk_ite(tm, c, vd_mk_store(tm, other, p, t), mem);
    vd_mk_load(tm, mem, mk2(tm, VD_OP_PTRADD, p, vd_mk_bv(tm, 64, 3)), 4);
  }
  if (vd_now() - start > 20) fail_msg("%f seconds", vd_now() - start);
  assert_true(vd_terms_count(tm) < 1000000);
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

// A conjunction that grows while conjuncts are resolved loses none of them.
static void test_a_full_conjunction_keeps_its_conjuncts(void **state) {
  (void)state;
  VdTerms *tm = vd_terms_new();
  VdSort sort = vd_sort_bool();
  VdTerm arg[8];
  uint32_t n = 0;
  VdTerm x = var(tm, 0, sort);
  arg[n++] = x;
  for (uint32_t group = 0; group < 4; group++) {
    VdTerm inner[VD_MOST_term_flat];
    for (uint32_t i = 0; i < vd_limit->term_flat; i++)
      inner[i] = var(tm, 1 + group * vd_limit->term_flat + i, sort);
    VdTerm all = vd_mk(tm, VD_OP_AND, 0, inner, vd_limit->term_flat);
    arg[n++] = vd_mk_or(tm, vd_mk_not(tm, x), all);
  }
  VdTerm t = vd_mk(tm, VD_OP_AND, 0, arg, n);
  VdEval *eval = vd_eval_new(tm);
  for (uint32_t missing = 0; missing <= 4 * vd_limit->term_flat; missing++) {
    vd_eval_reset(eval);
    for (uint32_t i = 0; i <= 4 * vd_limit->term_flat; i++)
      vd_eval_set(eval, var(tm, i, sort), vd_value_bool(i != missing));
    VdValue v;
    assert_true(vd_eval(eval, t, &v));
    assert_false(v.bits);
  }
  vd_eval_free(eval);
  vd_terms_free(tm);
}

// Two allocations from one heap may be one: sizes may be equal.
static void test_allocations_are_apart_only_in_sequence(void **state) {
  (void)state;
  VdTerms *tm = universe_new();
  VdSort bv64 = vd_sort_bv(64);
  VdTerm heap = var(tm, 0, vd_sort_world()), mem = var(tm, 1, vd_sort_mem());
  VdTerm n[] = {var(tm, 2, bv64), heap}, k[] = {var(tm, 3, bv64), heap};
  VdTerm p = vd_mk_app(tm, FUN_FRESH, 0, n, 2);
  VdTerm q = vd_mk_app(tm, FUN_FRESH, 0, k, 2);
  VdTerm byte = vd_mk_bv(tm, 8, 1);
  VdTerm at_q = vd_mk_load(tm, vd_mk_store(tm, mem, p, byte), q, 1);
  assert_false(vd_term_eq(at_q, vd_mk_load(tm, mem, q, 1)));
  k[1] = vd_mk_app(tm, FUN_FRESH, 1, n, 2);  // after p
  q = vd_mk_app(tm, FUN_FRESH, 0, k, 2);
  at_q = vd_mk_load(tm, vd_mk_store(tm, mem, p, byte), q, 1);
  assert_true(vd_term_eq(at_q, vd_mk_load(tm, mem, q, 1)));
  VdTerm c = var(tm, 4, vd_sort_bool());
  k[1] = vd_mk_ite(tm, c, k[1], heap);  // after p, or not
  q = vd_mk_app(tm, FUN_FRESH, 0, k, 2);
  at_q = vd_mk_load(tm, vd_mk_store(tm, mem, p, byte), q, 1);
  assert_false(vd_term_eq(at_q, vd_mk_load(tm, mem, q, 1)));
  vd_terms_free(tm);
}

// More than fit a byte, each its own.
static void test_a_function_may_have_many_results(void **state) {
  (void)state;
  enum { MANY = 1000 };
  VdTerms *tm = vd_terms_new();
  VdSort result[MANY], param = vd_sort_bv(8);
  for (uint32_t i = 0; i < MANY; i++) result[i] = vd_sort_bv(8);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = "many",
               .name = "many",
               .params = 1,
               .results = MANY,
               .param = &param,
               .result = result};
  uint32_t id = vd_fun_put(tm, &fun);
  VdTerm x = var(tm, 0, param);
  VdDigest before = {{0}};
  for (uint32_t i = 0; i < MANY; i++) {
    VdTerm t = vd_mk_app(tm, id, i, &x, 1);
    assert_int_equal(vd_term_fun(tm, t), id);
    assert_int_equal(vd_term_result(tm, t), i);
    VdDigest digest = vd_terms_digest(tm, &t, 1);
    assert_false(vd_digest_eq(&digest, &before));
    before = digest;
  }
  VdTerm low = vd_mk_app(tm, id, 0, &x, 1),
         high = vd_mk_app(tm, id, 256, &x, 1);
  VdDigest a = vd_terms_digest(tm, &low, 1), b = vd_terms_digest(tm, &high, 1);
  assert_false(vd_digest_eq(&a, &b));
  assert_null(vd_terms_error(tm));
  vd_terms_free(tm);
}

static void variables_of_two_kinds_are_never_one(void **state) {
  VdTerms *tm = vd_terms_new();
  VdSort sort = vd_sort_bv(8);
  (void)state;
  for (int a = 1; a < VD_VAR_KINDS; a++)
    for (int b = 1; b < a; b++)
      assert_false(vd_term_eq(vd_mk_var(tm, (VdVarKind)a, 3, sort, "x"),
                              vd_mk_var(tm, (VdVarKind)b, 3, sort, "x")));
  VdTerm x = vd_mk_fresh(tm, VD_VAR_CLAIM, sort, "");
  VdTerm y = vd_mk_fresh(tm, VD_VAR_CLAIM, sort, "");
  assert_false(vd_term_eq(x, y));
  VdTerm p = vd_mk_var_of(tm, VD_VAR_CALL_UNDEF, "ab", 2, sort);
  assert_true(
      vd_term_eq(p, vd_mk_var_of(tm, VD_VAR_CALL_UNDEF, "ab", 2, sort)));
  assert_false(
      vd_term_eq(p, vd_mk_var_of(tm, VD_VAR_CALL_UNDEF, "a", 1, sort)));
  assert_int_equal(vd_term_var_class(tm, p), VD_VAR_IS_ANY);
  assert_int_equal(vd_term_var_class(tm, x), VD_VAR_IS_MADE);
  assert_int_equal(vd_term_var_class(tm, vd_mk_bv(tm, 8, 1)), VD_VAR_IS_NONE);
  vd_terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables_of_two_kinds_are_never_one),
      cmocka_unit_test(test_equal_terms_have_equal_handles),
      cmocka_unit_test(test_wide_constants_are_compared_by_value),
      cmocka_unit_test(test_many_terms_survive_growth),
      cmocka_unit_test(test_a_term_can_be_looked_at),
      cmocka_unit_test(test_an_address_is_base_index_and_offset),
      cmocka_unit_test(test_none_gives_none_without_an_error),
      cmocka_unit_test(test_the_first_error_stays),
      cmocka_unit_test(test_mistakes_give_none_and_an_error),
      cmocka_unit_test(test_objects_are_one_by_key),
      cmocka_unit_test(test_functions_are_one_by_key),
      cmocka_unit_test(test_a_function_may_have_many_results),
      cmocka_unit_test(test_digests_depend_on_structure_only),
      cmocka_unit_test(test_argument_order_is_structural),
      cmocka_unit_test(test_different_terms_have_different_digests),
      cmocka_unit_test(test_names_do_not_count_for_digests),
      cmocka_unit_test(test_terms_may_be_deep),
      cmocka_unit_test(test_deep_terms_of_every_shape_are_built),
      cmocka_unit_test(test_shared_terms_stay_shared),
      cmocka_unit_test(test_a_full_conjunction_keeps_its_conjuncts),
      cmocka_unit_test(test_allocations_are_apart_only_in_sequence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
