// Tokens and the values of literals.
#include "front/st/lex.h"
#include "unit.h"

typedef struct Lexed {
  VdStTokens token;
  VdStPragmas pragma;
  VdDiags diags;
  VdBuf message;
} Lexed;

static void lex(Lexed *l, const char *text) {
  VdStText source = {"a.st", text, strlen(text), 1, 1, NULL, 0};
  *l = (Lexed){0};
  vd_st_lex(&source, &l->token, &l->pragma, &l->diags);
  vd_diags_print(&l->diags, &l->message);
}

static void done(Lexed *l) {
  vd_vec_done(&l->token);
  vd_vec_done(&l->pragma);
  vd_diags_done(&l->diags);
  vd_buf_done(&l->message);
}

static void integers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t bits;
  } row[] = {
      {"0", 0},
      {"1_000", 1000},
      {"16#FF", 255},
      {"16#ff_FF", 0xffff},
      {"2#1010_0001", 161},
      {"8#17", 15},
      {"INT#5", 5},
      {"USINT#16#fE", 254},
      {"18446744073709551615", UINT64_MAX},
      {"T#1s500ms", 1500000000},
      {"t#1S_500MS", 1500000000},
      {"TIME#2.5h", 9000000000000},
      {"T#1d2h3m4s5ms6us7ns", 93784005006007},
      {"T#-3ms", (uint64_t)-3000000},
      {"LTIME#100ns", 100},
      {"T#90m", 5400000000000},
      {"D#1970-01-02", 86400},
      {"DATE#2000-03-01", 951868800},
      {"TOD#00:00:01.5", 1500000000},
      {"TIME_OF_DAY#23:59:59", 86399000000000},
      {"DT#1970-01-01-00:01:00", 60000000000},
      {"DATE_AND_TIME#2016-02-29-12:00:00", 1456747200000000000},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    Lexed l;
    lex(&l, row[i].text);
    if (l.token.len != 2 || l.token.at[0].bits != row[i].bits)
      print_error("%s: %llu\n%s", row[i].text,
                  (unsigned long long)l.token.at[0].bits,
                  vd_buf_text(&l.message));
    assert_int_equal(l.diags.errors, 0);
    assert_int_equal(l.token.len, 2);
    assert_int_equal(l.token.at[0].kind, VD_TOK_LITERAL);
    assert_true(l.token.at[0].bits == row[i].bits);
    done(&l);
  }
}

static void reals(void **state) {
  (void)state;
  Lexed l;
  lex(&l, "1.5 0.25e3 1_0.5E-1 REAL#2.5 LREAL#-0.5");
  const double expected[] = {1.5, 250, 1.05, 2.5, 0.5};
  assert_int_equal(l.token.len, 6);
  for (int i = 0; i < 5; i++) assert_true(l.token.at[i].real == expected[i]);
  assert_true(l.token.at[4].negative);
  done(&l);
}

// What looks like the start of a longer token and is not.
static void short_tokens(void **state) {
  (void)state;
  static const VdStTok expected[] = {
      VD_TOK_LITERAL, VD_TOK_RANGE,  VD_TOK_LITERAL, VD_TOK_NAME,
      VD_TOK_DOT,     VD_TOK_NAME,   VD_TOK_NAME,    VD_TOK_DOT,
      VD_TOK_LITERAL, VD_TOK_POWER,  VD_TOK_STAR,    VD_TOK_ENUM,
      VD_TOK_ADDRESS, VD_TOK_STRING, VD_TOK_GIVES,   VD_TOK_BECOMES,
      VD_TOK_NE,      VD_KEY_END_IF, VD_KEY_AND,     VD_TOK_NAME,
      VD_TOK_NAME,    VD_TOK_END};
  Lexed l;
  lex(&l,
      "1..5 a.b w.3 ** * Color#Red %IX0.0 'it$'s' => := <> end_if And "
      "END_IFF VAR_INP");
  assert_int_equal(l.token.len, VD_COUNT(expected));
  for (size_t i = 0; i < VD_COUNT(expected); i++)
    assert_int_equal(l.token.at[i].kind, expected[i]);
  done(&l);
}

static void keywords(void **state) {
  (void)state;
  static const char *const word[] = {
#define KEYWORD(name) #name,
#include "front/st/keyword.def"
#undef KEYWORD
  };
  for (size_t i = 0; i < VD_COUNT(word); i++) {
    Lexed l;
    lex(&l, word[i]);
    assert_int_equal(l.token.at[0].kind, VD_TOK_KEYWORD + 1 + i);
    done(&l);
  }
}

static void comments(void **state) {
  (void)state;
  Lexed l;
  lex(&l,
      "a (* b (* c *) d \n *) e // f (* \n g /* h /* i */ */ { pragma\n } j");
  assert_int_equal(l.token.len, 5);
  static const char names[] = "aegj";
  for (int i = 0; i < 4; i++) assert_int_equal(*l.token.at[i].text, names[i]);
  assert_int_equal(l.token.at[1].line, 2);
  assert_int_equal(l.token.at[1].column, 5);
  assert_int_equal(l.token.at[3].line, 4);
  assert_int_equal(l.token.at[3].column, 4);
  done(&l);
}

// Those that change the program are noted.
static void pragmas(void **state) {
  (void)state;
  Lexed l;
  lex(&l,
      "a {attribute 'x'} b {IF defined (y)} c {*Irw*} { end_if } d "
      "{iffy} {__CODE(x)} {region} {info 'x'} e");
  static const struct {
    uint32_t before;
    bool passive;
  } row[] = {{1, true},  {2, false}, {3, true},
             {3, false}, {4, true},  {4, false}};
  assert_int_equal(l.token.len, 6);
  assert_int_equal(l.pragma.len, VD_COUNT(row));
  for (uint32_t i = 0; i < l.pragma.len; i++) {
    assert_int_equal(l.pragma.at[i].before, row[i].before);
    assert_int_equal(l.pragma.at[i].passive, row[i].passive);
  }
  assert_int_equal(l.pragma.at[1].pos.column, 21);
  done(&l);
}

static void errors(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } row[] = {
      {"a (* b",
       "1:3: error: found a comment that does not end, expected '*)'"},
      {" { b", "1:2: error: found a pragma that does not end, expected '}'"},
      {"'ab\nc", "1:1: error: found a string that does not end, expected '"},
      {"a ? b", "1:3: error: found '?', which no token starts with"},
      {"\x01", "1:1: error: found byte 0x01, which no token starts with"},
      {"18446744073709551616", "1:1: error: found the number does not fit"},
      {"3#12", "1:1: error: found a base that is not 2, 8 or 16"},
      {"2#12", "1:1: error: found a digit that its base does not have"},
      {"12ab", "1:3: error: found a letter right after a number"},
      {"T#", "1:1: error: found a part without a number"},
      {"T#5", "1:1: error: found a part without one of the units"},
      {"T#1s1h", "1:1: error: found units that are not in the order"},
      {"T#0.5ns", "1:1: error: found a fraction smaller than a nanosecond"},
      {"T#300000d", "1:1: error: found the time does not fit"},
      {"D#2001-02-29", "1:1: error: found a day that its month does not have"},
      {"D#2001-13-01", "1:1: error: found a month not in 1 to 12"},
      {"TOD#24:00:00", "1:1: error: found an hour not in 0 to 23"},
      {"DT#2001-01-01", "1:1: error: found a date without a time of day"},
      {"INT#", "1:5: error: found nothing after '#', expected a value"},
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    Lexed l;
    lex(&l, row[i].text);
    assert_int_equal(l.diags.errors, 1);
    if (!strstr(vd_buf_text(&l.message), row[i].message))
      print_error("%s, not %s\n", vd_buf_text(&l.message), row[i].message);
    assert_non_null(strstr(vd_buf_text(&l.message), row[i].message));
    done(&l);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers),     cmocka_unit_test(reals),
      cmocka_unit_test(short_tokens), cmocka_unit_test(keywords),
      cmocka_unit_test(comments),     cmocka_unit_test(errors),
      cmocka_unit_test(pragmas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
