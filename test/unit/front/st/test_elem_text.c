// Values of PLC programs as text.
#include "front/st/st.h"
#include "unit.h"

typedef struct Row {
  VdElem elem;
  uint64_t bits;
  const char *text;
} Row;

static VdValue value_of(VdElem elem, uint64_t bits) {
  VdSort sort = vd_elem_sort(elem);
  uint32_t width = vd_sort_width(sort);
  VdValue value = vd_value_bv(width, bits);
  if (sort.kind == VD_SORT_FLOAT) return vd_value_as_float(NULL, sort, value);
  value.sort = sort;
  return value;
}

static void prints_literals(void **state) {
  (void)state;
  static const Row row[] = {
      {VD_ELEM_BOOL, 1, "TRUE"},
      {VD_ELEM_BOOL, 0, "FALSE"},
      {VD_ELEM_SINT, 0x80, "-128"},
      {VD_ELEM_INT, 0xfffb, "-5"},
      {VD_ELEM_LINT, 1ull << 63, "-9223372036854775808"},
      {VD_ELEM_USINT, 255, "255"},
      {VD_ELEM_ULINT, UINT64_MAX, "18446744073709551615"},
      {VD_ELEM_BYTE, 0, "16#0"},
      {VD_ELEM_WORD, 0xbeef, "16#BEEF"},
      {VD_ELEM_REAL, 0x3fc00000, "1.5"},
      {VD_ELEM_REAL, 0x41200000, "10.0"},
      {VD_ELEM_REAL, 0x3dcccccd, "0.1"},
      {VD_ELEM_REAL, 0x80000000, "-0.0"},
      {VD_ELEM_REAL, 0x7f7fffff, "3.4028235e+38"},
      {VD_ELEM_REAL, 1, "1.0e-45"},
      {VD_ELEM_REAL, 0x7f800000, "Inf"},
      {VD_ELEM_LREAL, 0xfff0000000000000, "-Inf"},
      {VD_ELEM_LREAL, 0x7ff8000000000000, "NaN"},
      {VD_ELEM_TIME, 0, "T#0s"},
      {VD_ELEM_TIME, 1500, "T#1s500ms"},
      {VD_ELEM_TIME, 0xffffffff, "T#-1ms"},
      {VD_ELEM_TIME, 0x80000000, "T#-24d20h31m23s648ms"},
      {VD_ELEM_TIME, 90000000, "T#1d1h"},
      {VD_ELEM_LTIME, 1000001, "LTIME#1ms1ns"},
      {VD_ELEM_LTIME, 1ull << 63, "LTIME#-106751d23h47m16s854ms775us808ns"},
      {VD_ELEM_DATE, 0, "D#1970-01-01"},
      {VD_ELEM_DATE, 951782400, "D#2000-02-29"},
      {VD_ELEM_DATE, 4107456000, "D#2100-02-28"},
      {VD_ELEM_DATE, 4107542400, "D#2100-03-01"},
      {VD_ELEM_DATE, 1, "DWORD_TO_DATE(16#1)"},
      {VD_ELEM_LDATE, 86400000000000, "LDATE#1970-01-02"},
      {VD_ELEM_TOD, 86399999, "TOD#23:59:59.999"},
      {VD_ELEM_TOD, 3723040, "TOD#01:02:03.04"},
      {VD_ELEM_TOD, 86400000, "DWORD_TO_TOD(16#5265C00)"},
      {VD_ELEM_LTOD, 1, "LTOD#00:00:00.000000001"},
      {VD_ELEM_DT, 1704067199, "DT#2023-12-31-23:59:59"},
      {VD_ELEM_DT, 4294967295, "DT#2106-02-07-06:28:15"},
      {VD_ELEM_LDT, 1ull << 63, "LWORD_TO_LDT(16#8000000000000000)"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdBuf out = {0};
    VdElemType type = {.elem = row[i].elem};
    VdValue value = value_of(row[i].elem, row[i].bits), back;
    vd_elem_print(type, value, &out);
    assert_string_equal(vd_buf_text(&out), row[i].text);
    assert_null(vd_elem_read_value(type, out.at, out.len, &back));
    assert_true(vd_value_eq(&back, &value));
    vd_buf_done(&out);
  }
}

// The front end makes the same value of the literal.
static void check_literal(VdElem elem, VdValue value, const char *literal) {
  VdBuf text = {0};
  VdDiags diags = {0};
  const VdPlc *plc;
  VdStOptions options = {0};
  vd_buf_printf(&text, "PROGRAM P VAR x : %s := %s; END_VAR END_PROGRAM\n",
                vd_elem_text(elem), literal);
  VdModule *m =
      vd_st_read_text(text.at, text.len, "a.st", &options, &diags, &plc);
  if (!m) print_error("%s", text.at);
  assert_non_null(m);
  VdValue got = plc->all.machine[0].var[0].init;
  if (!vd_value_eq(&got, &value)) {
    print_error("%s", text.at);
    fail();
  }
  vd_module_free(m);
  vd_diags_done(&diags);
  vd_buf_done(&text);
}

static uint64_t any_bits(VdRandom *random) {
  uint64_t bits = vd_random_next(random);
  switch (vd_random_below(random, 4)) {
    case 0: return bits;
    case 1: return bits & 0xff;
    case 2: return ~(bits & 0xff);
    default: return bits >> vd_random_below(random, 64);
  }
}

static void reads_what_it_prints(void **state) {
  (void)state;
  VdRandom random = {1};
  for (VdElem elem = VD_ELEM_NONE + 1; elem < VD_ELEMS; elem++)
    for (int i = 0; i < 300; i++) {
      VdElemType type = {.elem = elem};
      VdValue value = value_of(elem, any_bits(&random)), back;
      VdBuf out = {0};
      vd_elem_print(type, value, &out);
      const char *wrong = vd_elem_read_value(type, out.at, out.len, &back);
      if (wrong) print_error("%s: %s\n", out.at, wrong);
      assert_null(wrong);
      assert_true(vd_value_eq(&back, &value));
      if (i < 10 && vd_elem_has_literal(type, value))
        check_literal(elem, value, out.at);
      vd_buf_done(&out);
    }
}

static void reads_what_people_write(void **state) {
  (void)state;
  static const Row good[] = {
      {VD_ELEM_BOOL, 1, "true"},
      {VD_ELEM_BOOL, 0, " 0 "},
      {VD_ELEM_BOOL, 1, "BOOL#1"},
      {VD_ELEM_INT, 5, "INT#5"},
      {VD_ELEM_INT, 5, "+5"},
      {VD_ELEM_INT, 0xfffb, "INT#-5"},
      {VD_ELEM_INT, 0x7fff, "16#7FFF"},
      {VD_ELEM_WORD, 10, "2#1010"},
      {VD_ELEM_WORD, 10, "WORD#16#a"},
      {VD_ELEM_TIME, 1500, "1s500ms"},
      {VD_ELEM_TIME, 1500, "t#1.5s"},
      {VD_ELEM_TIME, 4, "TIME#4ms"},
      {VD_ELEM_REAL, 0x40a00000, "5"},
      {VD_ELEM_REAL, 0x40a00000, "5."},
      {VD_ELEM_REAL, 0x40a00000, "50e-1"},
      {VD_ELEM_DATE, 0, "1970-01-01"},
      {VD_ELEM_TOD, 60000, "0:01"},
  };
  static const Row bad[] = {
      {VD_ELEM_BOOL, 0, ""},
      {VD_ELEM_BOOL, 0, "2"},
      {VD_ELEM_INT, 0, "32768"},
      {VD_ELEM_INT, 0, "-32769"},
      {VD_ELEM_INT, 0, "99999999999999999999"},
      {VD_ELEM_INT, 0, "1.5"},
      {VD_ELEM_INT, 0, "DINT#5"},
      {VD_ELEM_INT, 0, "5 6"},
      {VD_ELEM_INT, 0, "--5"},
      {VD_ELEM_USINT, 0, "-1"},
      {VD_ELEM_USINT, 0, "256"},
      {VD_ELEM_BYTE, 0, "16#100"},
      {VD_ELEM_BYTE, 0, "16#"},
      {VD_ELEM_REAL, 0, "1e39"},
      {VD_ELEM_REAL, 0, "1.5.3"},
      {VD_ELEM_REAL, 0, "1e"},
      {VD_ELEM_REAL, 0, "0x10"},
      {VD_ELEM_REAL, 0, "_1"},
      {VD_ELEM_TIME, 0, "500"},
      {VD_ELEM_TIME, 0, "1us"},
      {VD_ELEM_TIME, 0, "25d"},
      {VD_ELEM_TIME, 0, "LTIME#1s"},
      {VD_ELEM_DATE, 0, "2023-02-29"},
      {VD_ELEM_DATE, 0, "2107-01-01"},
      {VD_ELEM_TOD, 0, "24:00"},
      {VD_ELEM_TOD, 0, "DWORD_TO_TOD(16#100000000)"},
      {VD_ELEM_TOD, 0, "DWORD_TO_TOD("},
  };
  VdValue value;
  for (size_t i = 0; i < VD_COUNT(good); i++) {
    const char *text = good[i].text;
    assert_null(vd_elem_read_value((VdElemType){good[i].elem, NULL}, text,
                                   strlen(text), &value));
    assert_true(value.bits == good[i].bits);
  }
  for (size_t i = 0; i < VD_COUNT(bad); i++) {
    const char *text = bad[i].text;
    if (vd_elem_read_value((VdElemType){bad[i].elem, NULL}, text, strlen(text),
                           &value))
      continue;
    print_error("'%s' is read\n", text);
    fail();
  }
  assert_non_null(vd_elem_read_value((VdElemType){VD_ELEM_BOOL, NULL}, "TRUE\0",
                                     5, &value));
}

static void names_of_enums(void **state) {
  (void)state;
  static const char *const text[] = {"Red", "Green"};
  const VdValue value[] = {vd_value_bv(16, 0), vd_value_bv(16, 7)};
  VdEnum light = {.name = "Light", .values = 2, .text = text, .value = value};
  VdElemType type = {VD_ELEM_INT, &light};
  VdValue out;
  VdBuf buf = {0};
  assert_null(vd_elem_read_value(type, "GREEN", 5, &out));
  assert_int_equal(out.bits, 7);
  assert_null(vd_elem_read_value(type, "light#red", 9, &out));
  assert_int_equal(out.bits, 0);
  assert_null(vd_elem_read_value(type, "5", 1, &out));
  assert_int_equal(out.bits, 5);
  assert_false(vd_elem_has_literal(type, out));
  assert_string_equal(vd_elem_read_value(type, "Blue", 4, &out),
                      "not a name of its type");
  assert_string_equal(vd_elem_read_value(type, "Lamp#Red", 8, &out),
                      "of another type");
  vd_elem_print(type, value[1], &buf);
  assert_string_equal(buf.at, "Green");
  vd_buf_done(&buf);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prints_literals),
      cmocka_unit_test(reads_what_it_prints),
      cmocka_unit_test(reads_what_people_write),
      cmocka_unit_test(names_of_enums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
