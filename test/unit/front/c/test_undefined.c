// Every kind of undefined behaviour: on which inputs, with which words, where.
#include "front/c/harness.h"

typedef struct Case {
  const char *function;
  uint64_t a, b;
  const char *text;  // NULL: defined
} Case;

static const char OVERFLOW[] = "signed overflow";
static const char DIVISION[] = "division by zero";
static const char SHIFT[] = "shift out of range";
static const char RANGE[] = "float to integer out of range";
static const char UNSET[] = "read of an uninitialised variable";
static const char POINTER[] = "null or invalid pointer";

#define MAX_LONG 0x7fffffffffffffff
#define MIN_LONG 0x8000000000000000

static const Case cases[] = {
    {"add", 0x7fffffff, 1, OVERFLOW},
    {"add", 0x7fffffff, 0, NULL},
    {"add", 0x80000000, 0xffffffff, OVERFLOW},
    {"sub", 0x80000000, 1, OVERFLOW},
    {"sub", 0x7fffffff, 0xffffffff, OVERFLOW},
    {"sub", 0xffffffff, 0x7fffffff, NULL},
    {"mul", 0x10000, 0x8000, OVERFLOW},
    {"mul", 0x10000, 0x7fff, NULL},
    {"mul", 0x80000000, 0xffffffff, OVERFLOW},
    {"mul", 0x80000000, 1, NULL},
    {"mul_constant", 1317624576693539401, 0, NULL},
    {"mul_constant", 1317624576693539402, 0, OVERFLOW},
    {"mul_constant", (uint64_t)-1317624576693539401, 0, NULL},
    {"mul_constant", (uint64_t)-1317624576693539402, 0, OVERFLOW},
    {"mul_minus_one", MIN_LONG, 0, OVERFLOW},
    {"mul_minus_one", MIN_LONG + 1, 0, NULL},
    {"add_constant", 0x7fffffff - 99, 0, OVERFLOW},
    {"add_constant", 0x7fffffff - 100, 0, NULL},
    {"sub_constant", 0x80000000 + 99, 0, OVERFLOW},
    {"sub_constant", 0x80000000 + 100, 0, NULL},
    {"negate", 0x80000000, 0, OVERFLOW},
    {"negate", 0x80000001, 0, NULL},
    {"increment", MAX_LONG, 0, OVERFLOW},
    {"increment", MAX_LONG - 1, 0, NULL},
    {"divide", 5, 0, DIVISION},
    {"divide", 0x80000000, 0xffffffff, OVERFLOW},
    {"divide", 0x80000001, 0xffffffff, NULL},
    {"remainder_", 5, 0, DIVISION},
    {"remainder_", MIN_LONG, UINT64_MAX, OVERFLOW},
    {"divide_unsigned", 5, 0, DIVISION},
    {"divide_unsigned", MIN_LONG, UINT64_MAX, NULL},
    {"shift_left", 1, 32, SHIFT},
    {"shift_left", 1, 31, NULL},
    {"shift_right", 1, 0xffffffff, SHIFT},
    {"shift_right", 1, 31, NULL},
    {"shift_constant", 1, 5, SHIFT},
    {"shift_constant", 0, 5, NULL},
    {"to_int", 0x41e0000000000000, 0, RANGE},  // 2^31
    {"to_int", 0x41dfffffffffffff, 0, NULL},   // just below
    {"to_int", 0xc1e0000000200000, 0, RANGE},  // -2^31 - 1
    {"to_int", 0xc1e00000001fffff, 0, NULL},   // just above
    {"to_int", 0x7ff8000000000000, 0, RANGE},  // NaN
    {"to_int", 0x7ff0000000000000, 0, RANGE},  // infinity
    {"to_unsigned", 0x43800000, 0, RANGE},     // 256
    {"to_unsigned", 0x437fffff, 0, NULL},
    {"to_unsigned", 0xbf800000, 0, RANGE},  // -1
    {"to_unsigned", 0xbf7fffff, 0, NULL},
    {"uninitialised", 0, 7, UNSET},
    {"uninitialised", 1, 7, NULL},
    {"uninitialised_member", 0, 7, UNSET},
    {"uninitialised_member", 1, 7, NULL},
    {"uninitialised_member", 2, 7, NULL},  // copied, never read
    {"uninitialised_loop", 0, 7, UNSET},
    {"uninitialised_loop", 2, 7, NULL},
    {"no_return", 0, 7, UNSET},
    {"no_return", 1, 7, NULL},
    {"null_load", 0, 7, POINTER},
    {"null_load", 1, 7, NULL},
    {"null_store", 0, 7, POINTER},
    {"low_address", 0, 7, POINTER},
    {"low_address", 1, 7, NULL},
    {"high_address", 0, 7, POINTER},
    {"high_address", 1, 7, NULL},
    {"null_member", 0, 7, POINTER},
    {"null_member", 1, 7, NULL},
    {"wide_shift", (uint64_t)1 << 40, 7, "shift out of range"},
    {"wide_shift", 3, 7, NULL},
    {"odd_bool", 2, 7, "_Bool that is neither 0 nor 1"},
    {"odd_bool", 1, 7, NULL},
    {"null_text", 0, 7, POINTER},
    {"null_text", 1, 7, NULL},
    {"null_compare", 0, 1, POINTER},
    {"null_compare", 0, 0, NULL},
    {"null_compare", 1, 4, NULL},
    {"local_bounds", 4, 7, "out-of-bounds access to v"},
    {"local_bounds", UINT64_MAX, 7, "out-of-bounds access to v"},
    {"local_bounds", 3, 7, NULL},
    {"global_bounds", 5, 0, "out-of-bounds access to table"},
    {"global_bounds", 0xffffffff, 0, "out-of-bounds access to table"},
    {"global_bounds", 4, 0, NULL},
    {"slot_bounds", 3, 0, "out-of-bounds access to v"},
    {"slot_bounds", 2, 0, NULL},
    {"constant_bounds", 1, 0, NULL},
    {"constant_bounds", 0, 0, "out-of-bounds access to constant_bounds.v"},
    {"copy_bounds", 5, 0, "out-of-bounds access to y"},
    {"copy_bounds", 9, 0, "out-of-bounds access to x"},
    {"copy_bounds", 4, 0, NULL},
    {"copy_overlap", 1, 0, "overlapping copy"},
    {"copy_overlap", 0, 7, "overlapping copy"},
    {"copy_overlap", 3, 3, NULL},
    {"copy_overlap", 8, 0, NULL},
    {"null_fill", 0, 1, POINTER},
    {"null_fill", 0, 0, NULL},
    {"null_call", 0, 0, "call through a null function pointer"},
    {"null_call", 1, 0, NULL},
    {"unreachable", 1, 0, "code that is never reached"},
    {"unreachable", 0, 0, NULL},
    {"absolute", 0x80000000, 0, OVERFLOW},
    {"absolute", 0x80000001, 0, NULL},
    {"count_zeros", 0, 0, "count of zeros in 0"},
    {"count_zeros", 8, 0, NULL},
    {"assumption", 5, 0, "assumption"},
    {"assumption", 6, 0, NULL},
};

static bool run_case(VdModule *module, const Case *c) {
  Harness h;
  VdRunResult out;
  uint32_t func = vd_module_find_func(module, c->function);
  VdValue args[] = {vd_value_bv(64, c->a), vd_value_bv(64, c->b)};
  assert_int_not_equal(func, UINT32_MAX);
  harness_start(&h, module);
  harness_run(&h, func, args, &out);
  VdRunStatus want = c->text ? VD_RUN_UNDEFINED : VD_RUN_OK;
  bool ok = out.status == want && (!c->text || !strcmp(out.text, c->text));
  if (!ok)
    print_error("%s(%#lx, %#lx): status %d, %s at line %u\n", c->function,
                (long)c->a, (long)c->b, out.status,
                out.status == VD_RUN_OK ? "" : out.text, out.pos.line);
  harness_done(&h);
  return ok;
}

static void test_c(void **state) {
  (void)state;
  VdArena arena = {0};
  VdModule *module = read_good(vd_arena_printf(
      &arena, "%s/unit/front/c/undefined.c", getenv("VD_TEST_DIR")));
  uint32_t wrong = 0;
  for (size_t i = 0; i < VD_COUNT(cases); i++)
    wrong += !run_case(module, &cases[i]);
  assert_int_equal(wrong, 0);
  vd_module_free(module);
  vd_arena_done(&arena);
}

// ------------------------------------------------------------------ poison
static const char llvm[] =
    "define i64 @unused(i64 %a, i64 %b) {\n"
    "  %x = add nsw i64 %a, %b\n"
    "  %c = icmp slt i64 %a, 0\n"
    "  %y = select i1 %c, i64 0, i64 %b\n"
    "  ret i64 %y\n"
    "}\n"
    "define i64 @returned(i64 %a, i64 %b) {\n"
    "  %x = add nsw i64 %a, %b\n"
    "  %y = xor i64 %x, 5\n"
    "  ret i64 %y\n"
    "}\n"
    "define i64 @selected(i64 %a, i64 %b) {\n"
    "  %x = add nuw i64 %a, %b\n"
    "  %c = icmp ult i64 %b, 4\n"
    "  %y = select i1 %c, i64 %x, i64 %b\n"
    "  ret i64 %y\n"
    "}\n"
    "define i64 @branch(i64 %a, i64 %b) {\n"
    "  %x = shl i64 %a, %b\n"
    "  %c = icmp eq i64 %x, 0\n"
    "  br i1 %c, label %yes, label %no\n"
    "yes:\n"
    "  ret i64 1\n"
    "no:\n"
    "  ret i64 2\n"
    "}\n"
    "define i64 @looped(i64 %a, i64 %b) {\n"
    "entry:\n"
    "  br label %loop\n"
    "loop:\n"
    "  %i = phi i64 [ %a, %entry ], [ %j, %loop ]\n"
    "  %n = phi i64 [ 0, %entry ], [ %m, %loop ]\n"
    "  %j = add nsw i64 %i, 1\n"
    "  %m = add i64 %n, 1\n"
    "  %c = icmp ult i64 %m, %b\n"
    "  br i1 %c, label %loop, label %out\n"
    "out:\n"
    "  ret i64 %j\n"
    "}\n"
    "define i64 @frozen(i64 %a, i64 %b) {\n"
    "  %x = lshr exact i64 %a, 1\n"
    "  %y = freeze i64 %x\n"
    "  %z = and i64 %y, 0\n"
    "  ret i64 %z\n"
    "}\n"
    "define i64 @divisor(i64 %a, i64 %b) {\n"
    "  %x = or disjoint i64 %a, %b\n"
    "  %y = udiv i64 10, %x\n"
    "  ret i64 0\n"
    "}\n"
    "define i64 @stored(i64 %a, i64 %b) {\n"
    "  %p = alloca i64\n"
    "  %x = zext nneg i32 -1 to i64\n"
    "  store i64 %x, ptr %p\n"
    "  ret i64 0\n"
    "}\n"
    "define i64 @poisoned(i64 %a, i64 %b) {\n"
    "  %c = icmp eq i64 %a, 0\n"
    "  %y = select i1 %c, i64 poison, i64 %b\n"
    "  ret i64 %y\n"
    "}\n"
    "define i64 @truncated(i64 %a, i64 %b) {\n"
    "  %x = trunc nuw i64 %a to i8\n"
    "  %y = zext i8 %x to i64\n"
    "  ret i64 %y\n"
    "}\n"
    "define i64 @vector(i64 %a, i64 %b) {\n"
    "  %v = insertelement <2 x i64> poison, i64 %a, i64 0\n"
    "  %w = shufflevector <2 x i64> %v, <2 x i64> poison, <2 x i32> <i32 0, "
    "i32 poison>\n"
    "  %s = add <2 x i64> %w, <i64 1, i64 2>\n"
    "  %i = and i64 %b, 0\n"
    "  %x = extractelement <2 x i64> %s, i64 0\n"
    "  %y = extractelement <2 x i64> %s, i64 1\n"
    "  %c = icmp eq i64 %b, 0\n"
    "  %z = select i1 %c, i64 %x, i64 %y\n"
    "  ret i64 %z\n"
    "}\n";

static const char USED[] = "poison value used";

static const Case poisons[] = {
    {"unused", MAX_LONG, 1, NULL},
    {"returned", MAX_LONG, 1, USED},
    {"returned", MAX_LONG, 0, NULL},
    {"selected", UINT64_MAX, 3, USED},
    {"selected", UINT64_MAX, 4, NULL},
    {"branch", 1, 64, USED},
    {"branch", 1, 63, NULL},
    {"looped", MAX_LONG - 3, 3, NULL},
    {"looped", MAX_LONG - 3, 4, USED},
    {"frozen", 1, 0, NULL},
    {"divisor", 1, 1, USED},
    {"divisor", 1, 2, NULL},
    {"stored", 0, 0, USED},
    {"poisoned", 0, 0, USED},
    {"poisoned", 1, 0, NULL},
    {"truncated", 256, 0, USED},
    {"truncated", 255, 0, NULL},
    {"vector", 1, 0, NULL},
    {"vector", 1, 1, USED},
};

static void test_poison(void **state) {
  (void)state;
  Folder folder;
  VdArena arena = {0};
  folder_init(&folder);
  VdModule *module = read_good(folder_put(&folder, &arena, "poison.ll", llvm));
  uint32_t wrong = 0;
  for (size_t i = 0; i < VD_COUNT(poisons); i++)
    wrong += !run_case(module, &poisons[i]);
  assert_int_equal(wrong, 0);
  vd_module_free(module);
  folder_done(&folder);
  vd_arena_done(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_c),
      cmocka_unit_test(test_poison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
