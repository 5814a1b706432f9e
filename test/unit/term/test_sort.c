// Sorts and the sort rules of operators.
#include "term/term.h"
#include "unit.h"

static VdSort read(const char *text) {
  return vd_sort_read(text, strlen(text));
}

static void every_sort_reads_back_as_printed(void **state) {
  (void)state;
  const VdSort sorts[] = {
      vd_sort_bool(),       vd_sort_bv(1),         vd_sort_bv(65536),
      vd_sort_float(8, 24), vd_sort_float(2, 2),   vd_sort_float(30, 240),
      vd_sort_array(5, 1),  vd_sort_array(64, 64), vd_sort_mem(),
      vd_sort_world(),
  };
  for (size_t i = 0; i < VD_COUNT(sorts); i++) {
    VdBuf text = {0};
    vd_sort_print(sorts[i], &text);
    assert_true(vd_sort_eq(read(vd_buf_text(&text)), sorts[i]));
    vd_buf_done(&text);
  }
  assert_true(vd_sort_is_mem(read("array64.8")));
}

static void text_that_is_no_sort_reads_as_none(void **state) {
  (void)state;
  const char *bad[] = {
      "",
      "bv",
      "bv0",
      "bv65537",
      "bv032",
      "bv32 ",
      " bv32",
      "bv-1",
      "bv+1",
      "bv1.1",
      "float8",
      "float8.",
      "float1.24",
      "float31.5",
      "float8.1",
      "float8.241",
      "float08.24",
      "array64",
      "array65.8",
      "array8.65",
      "array0.8",
      "array8.0",
      "boolean",
      "mem8",
      "none",
      "bv99999999999999999999999999",
      "float8.4294967320",
      "BV8",
  };
  for (size_t i = 0; i < VD_COUNT(bad); i++)
    assert_int_equal(read(bad[i]).kind, VD_SORT_NONE);
  assert_int_equal(vd_sort_read("bv8\0", 4).kind, VD_SORT_NONE);
}

static void widths_are_those_of_the_bits(void **state) {
  (void)state;
  assert_int_equal(vd_sort_width(vd_sort_bool()), 1);
  assert_int_equal(vd_sort_width(vd_sort_bv(77)), 77);
  assert_int_equal(vd_sort_width(vd_sort_float(11, 53)), 64);
  assert_int_equal(vd_sort_width(vd_sort_mem()), 0);
}

static void every_operator_reads_back_by_its_text(void **state) {
  (void)state;
  for (int op = 1; op < VD_OP_COUNT; op++) {
    const char *text = vd_op_info[op].text;
    assert_int_equal(vd_op_read(text, strlen(text)), op);
  }
  assert_int_equal(vd_op_read("none", 4), VD_OP_NONE);
  assert_int_equal(vd_op_read("bvad", 4), VD_OP_NONE);
  assert_int_equal(vd_op_read("bvaddx", 6), VD_OP_NONE);
  assert_int_equal(vd_op_read("", 0), VD_OP_NONE);
}

// One line per rule: operator, immediate, arguments, result ("" for none).
typedef struct RuleCase {
  VdOp op;
  uint64_t imm;
  const char *args, *result;
} RuleCase;

static const RuleCase rule_cases[] = {
    {VD_OP_CONST, 0, "", ""},
    {VD_OP_VAR, 0, "", ""},
    {VD_OP_APP, 0, "", ""},
    {VD_OP_NONE, 0, "", ""},
    {VD_OP_ADDR, 0, "", "bv64"},
    {VD_OP_ROM, 0, "", "mem"},
    {VD_OP_ROM, 0, "bool", ""},
    {VD_OP_NOT, 0, "bool", "bool"},
    {VD_OP_NOT, 0, "bv1", ""},
    {VD_OP_NOT, 0, "bool bool", ""},
    {VD_OP_AND, 0, "bool", ""},
    {VD_OP_AND, 0, "bool bool bool bool", "bool"},
    {VD_OP_AND, 0, "bool bool bv1", ""},
    {VD_OP_EQ, 0, "world world", "bool"},
    {VD_OP_EQ, 0, "mem mem", "bool"},
    {VD_OP_EQ, 0, "mem array8.8", ""},
    {VD_OP_EQ, 0, "none none", ""},
    {VD_OP_ITE, 0, "bool world world", "world"},
    {VD_OP_ITE, 0, "bool float8.24 float8.24", "float8.24"},
    {VD_OP_ITE, 0, "bv1 bv8 bv8", ""},
    {VD_OP_ITE, 0, "bool bv8 bv9", ""},
    {VD_OP_BVNOT, 0, "bv9", "bv9"},
    {VD_OP_BVNOT, 0, "bool", ""},
    {VD_OP_BVADD, 0, "bv9 bv9 bv9", "bv9"},
    {VD_OP_BVADD, 0, "bv9 bv9 bv8", ""},
    {VD_OP_BVUDIV, 0, "bv9 bv9", "bv9"},
    {VD_OP_BVUDIV, 0, "bv9 bv9 bv9", ""},
    {VD_OP_BVULT, 0, "bv9 bv9", "bool"},
    {VD_OP_BVSLT, 0, "float8.24 float8.24", ""},
    {VD_OP_CONCAT, 0, "bv9 bv8", "bv17"},
    {VD_OP_CONCAT, 0, "bv65535 bv1", "bv65536"},
    {VD_OP_CONCAT, 0, "bv65536 bv1", ""},
    {VD_OP_EXTRACT, (uint64_t)7 << 32 | 4, "bv8", "bv4"},
    {VD_OP_EXTRACT, (uint64_t)8 << 32 | 4, "bv8", ""},
    {VD_OP_EXTRACT, (uint64_t)3 << 32 | 4, "bv8", ""},
    {VD_OP_EXTRACT, UINT64_MAX, "bv8", ""},
    {VD_OP_SEXT, 9, "bv8", "bv9"},
    {VD_OP_SEXT, 8, "bv8", "bv8"},
    {VD_OP_SEXT, 7, "bv8", ""},
    {VD_OP_ZEXT, 9, "bv8", "bv9"},
    {VD_OP_ZEXT, 65537, "bv8", ""},
    {VD_OP_ZEXT, (uint64_t)1 << 32 | 9, "bv8", ""},
    {VD_OP_PTRADD, 0, "bv64 bv64", "bv64"},
    {VD_OP_PTRADD, 0, "bv32 bv32", ""},
    {VD_OP_FADD, 0, "float8.24 float8.24", "float8.24"},
    {VD_OP_FADD, 0, "float8.24 float11.53", ""},
    {VD_OP_FADD, 0, "bv32 bv32", ""},
    {VD_OP_FMA, 0, "float3.4 float3.4 float3.4", "float3.4"},
    {VD_OP_FRINT, VD_ROUND_ZERO, "float3.4", "float3.4"},
    {VD_OP_FRINT, VD_ROUND_ZERO + 1, "float3.4", ""},
    {VD_OP_FLE, 0, "float3.4 float3.4", "bool"},
    {VD_OP_FNAN, 0, "float3.4", "bool"},
    {VD_OP_FTOF, 8 << 16 | 24, "float3.4", "float8.24"},
    {VD_OP_FTOF, 8 << 16 | 1, "float3.4", ""},
    {VD_OP_FTOF, (uint64_t)1 << 48 | 8 << 16 | 24, "float3.4", ""},
    {VD_OP_STOF, 8 << 16 | 24, "bv77", "float8.24"},
    {VD_OP_UTOF, 8 << 16 | 24, "bv77", "float8.24"},
    {VD_OP_UTOF, 31 << 16 | 24, "bv77", ""},
    {VD_OP_UTOF, 8 << 16 | 24, "bool", ""},
    {VD_OP_FTOS, 65536, "float8.24", "bv65536"},
    {VD_OP_FTOS, 0, "float8.24", ""},
    {VD_OP_FTOU, 1, "float8.24", "bv1"},
    {VD_OP_FTOU, 65537, "float8.24", ""},
    {VD_OP_BTOF, 8 << 16 | 24, "bv32", "float8.24"},
    {VD_OP_BTOF, 8 << 16 | 24, "bv33", ""},
    {VD_OP_FTOB, 0, "float8.24", "bv32"},
    {VD_OP_SELECT, 0, "array7.9 bv7", "bv9"},
    {VD_OP_SELECT, 0, "array7.9 bv8", ""},
    {VD_OP_SELECT, 0, "bv7 bv7", ""},
    {VD_OP_UPDATE, 0, "array7.9 bv7 bv9", "array7.9"},
    {VD_OP_UPDATE, 0, "array7.9 bv7 bv8", ""},
    {VD_OP_LOAD, 8, "mem bv64", "bv64"},
    {VD_OP_LOAD, 8192, "mem bv64", "bv65536"},
    {VD_OP_LOAD, 8193, "mem bv64", ""},
    {VD_OP_LOAD, 0, "mem bv64", ""},
    {VD_OP_LOAD, (uint64_t)1 << 61 | 1, "mem bv64", ""},
    {VD_OP_LOAD, 1, "array64.16 bv64", ""},
    {VD_OP_LOAD, 1, "mem bv32", ""},
    {VD_OP_STORE, 0, "mem bv64 bv24", "mem"},
    {VD_OP_STORE, 0, "mem bv64 bv25", ""},
    {VD_OP_STORE, 0, "mem bv64 float8.24", ""},
    {VD_OP_FILL, 0, "mem bv64 bv8 bv64", "mem"},
    {VD_OP_FILL, 0, "mem bv64 bv16 bv64", ""},
    {VD_OP_COPY, 0, "mem bv64 mem bv64 bv64", "mem"},
    {VD_OP_COPY, 0, "mem bv64 mem bv64 bv32", ""},
};

static void operators_take_and_give_the_sorts_they_say(void **state) {
  (void)state;
  for (size_t i = 0; i < VD_COUNT(rule_cases); i++) {
    const RuleCase *c = &rule_cases[i];
    VdSort arg[8];
    uint32_t n = 0;
    for (const char *at = c->args; *at;) {
      size_t len = strcspn(at, " ");
      arg[n++] = vd_sort_read(at, len);
      at += len + (at[len] == ' ');
    }
    VdSort got = vd_op_sort(c->op, c->imm, arg, n);
    if (!vd_sort_eq(got, read(c->result)))
      fail_msg("%s (%s)", vd_op_info[c->op].text, c->args);
  }
  assert_int_equal(vd_op_sort(VD_OP_COUNT, 0, NULL, 0).kind, VD_SORT_NONE);
}

static bool has_rule(VdOp op) {
  const VdSort same[] = {vd_sort_bool(), vd_sort_bv(64), vd_sort_float(8, 24)};
  for (size_t i = 0; i < VD_COUNT(rule_cases); i++)
    if (rule_cases[i].op == op && rule_cases[i].result[0]) return true;
  for (size_t i = 0; i < VD_COUNT(same); i++) {
    VdSort arg[] = {same[i], same[i], same[i], same[i], same[i]};
    if (vd_op_sort(op, 0, arg, vd_op_info[op].min).kind) return true;
  }
  return false;
}

static void every_operator_but_those_with_given_sorts_has_a_rule(void **state) {
  (void)state;
  for (int op = 1; op < VD_OP_COUNT; op++) {
    bool given = op == VD_OP_CONST || op == VD_OP_VAR || op == VD_OP_APP;
    if (has_rule((VdOp)op) == given)
      fail_msg("%s: the rule is missing or should be", vd_op_info[op].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_sort_reads_back_as_printed),
      cmocka_unit_test(text_that_is_no_sort_reads_as_none),
      cmocka_unit_test(widths_are_those_of_the_bits),
      cmocka_unit_test(every_operator_reads_back_by_its_text),
      cmocka_unit_test(operators_take_and_give_the_sorts_they_say),
      cmocka_unit_test(every_operator_but_those_with_given_sorts_has_a_rule),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
