// Tokens of contracts. Numbers are read by the readers of literals (ir/elem.h),
// so that T#1s500ms means the same everywhere.
#include <strings.h>

#include "relate/contract_impl.h"

void vd_contract_lex_init(VdContractLexer *l, const char *text, size_t len,
                          VdTrouble *trouble) {
  if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, len -= 3;
  *l = (VdContractLexer){text, text + len, text, 1, trouble};
}

static char look(const VdContractLexer *l, size_t i) {
  return i < (size_t)(l->end - l->at) ? l->at[i] : '\0';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' ||
         c == '\v';
}

static void step(VdContractLexer *l) {
  if (*l->at++ == '\n') {
    l->line++;
    l->line_start = l->at;
  }
}

static uint32_t column(const VdContractLexer *l) {
  size_t n = (size_t)(l->at - l->line_start);
  return n < UINT32_MAX ? (uint32_t)n + 1 : UINT32_MAX;
}

// ---------------------------------------------------------------- comments
static void skip_line(VdContractLexer *l) {
  while (l->at < l->end && *l->at != '\n') step(l);
}

static void skip_comment(VdContractLexer *l) {
  uint32_t line = l->line, start = column(l);
  l->at += 2;
  while (l->at < l->end && !(look(l, 0) == '*' && look(l, 1) == '/')) step(l);
  if (l->at < l->end) {
    l->at += 2;
  } else if (l->trouble) {
    vd_trouble(l->trouble, VD_ERROR, line, start, "the comment is not closed");
  }
}

static void skip(VdContractLexer *l) {
  for (;;) {
    if (l->at < l->end && is_blank(*l->at)) {
      step(l);
    } else if (look(l, 0) == '/' && look(l, 1) == '/') {
      skip_line(l);
    } else if (look(l, 0) == '/' && look(l, 1) == '*') {
      skip_comment(l);
    } else {
      return;
    }
  }
}

void vd_contract_squeeze(const char *text, size_t len, VdBuf *out) {
  VdContractLexer l = {text, text + len, text, 1, NULL};
  skip(&l);
  while (l.at < l.end) {
    const char *at = l.at;
    skip(&l);
    if (l.at == l.end) break;
    if (l.at > at) vd_buf_char(out, ' ');
    vd_buf_char(out, *l.at);
    step(&l);
  }
}

// ----------------------------------------------------------------- numbers
static void wrong(VdContractLexer *l, VdContractToken *t, const char *why) {
  vd_trouble(l->trouble, VD_ERROR, t->line, t->column, "found %s: %s",
             vd_excerpt_of(t->text, (size_t)(l->at - t->text)).text, why);
  t->kind = VD_CT_WRONG;
}

static void read_hex(VdContractLexer *l, VdContractToken *t) {
  VdBuf text = {0};
  l->at += 2;
  while (vd_is_word(look(l, 0))) l->at++;
  vd_buf_str(&text, "16#");
  vd_buf_add(&text, t->text + 2, (size_t)(l->at - t->text - 2));
  const char *why = vd_elem_read_int(text.at, text.len, &t->bits);
  if (why) wrong(l, t, why);
  vd_buf_done(&text);
}

static void read_int(VdContractLexer *l, VdContractToken *t) {
  size_t len = (size_t)(l->at - t->text);
  const char *why = vd_elem_read_int(t->text, len, &t->bits);
  if (!why && len > 1 && t->text[0] == '0' && vd_is_digit(t->text[1]))
    why = "a zero in front makes it octal in C and decimal elsewhere";
  if (why) wrong(l, t, why);
}

static void skip_digits(VdContractLexer *l) {
  while (vd_is_digit(look(l, 0)) || look(l, 0) == '_') l->at++;
}

static bool at_exponent(const VdContractLexer *l) {
  if (look(l, 0) != 'e' && look(l, 0) != 'E') return false;
  bool sign = look(l, 1) == '+' || look(l, 1) == '-';
  return vd_is_digit(look(l, 1 + sign));
}

// A time: 500ms, 1s500ms, 1.5s. Whatever else has letters after digits is none.
static void read_time(VdContractLexer *l, VdContractToken *t) {
  while (vd_is_word(look(l, 0)) ||
         (look(l, 0) == '.' && vd_is_digit(look(l, 1))))
    l->at++;
  t->kind = VD_CT_MOMENT;
  t->class = VD_SCALAR_TIME;
  t->unit = 1;
  if (vd_elem_read_time(t->text, (size_t)(l->at - t->text), &t->bits))
    wrong(l, t, "neither a number nor a time such as 1s500ms");
}

static void read_number(VdContractLexer *l, VdContractToken *t) {
  t->kind = VD_CT_INT;
  if (look(l, 0) == '0' && (look(l, 1) | 32) == 'x') {
    read_hex(l, t);
    return;
  }
  skip_digits(l);
  if (look(l, 0) == '#') {
    l->at++;
    while (vd_is_word(look(l, 0))) l->at++;
    read_int(l, t);
    return;
  }
  if (look(l, 0) == '.' && vd_is_digit(look(l, 1))) {
    t->kind = VD_CT_REAL;
    l->at++;
    skip_digits(l);
  }
  if (at_exponent(l)) {
    t->kind = VD_CT_REAL;
    l->at += 2;
    skip_digits(l);
  }
  if (vd_is_letter(look(l, 0)))
    read_time(l, t);
  else if (t->kind == VD_CT_INT)
    read_int(l, t);
}

// ------------------------------------------------------------------- words
typedef struct Form {
  VdScalarClass class;
  const char *more;  // what may be in it besides letters, digits, dots
  uint64_t unit;
  const char *(*read)(const char *text, size_t len, uint64_t *bits);
} Form;
static const Form forms[] = {
    {VD_SCALAR_TIME, "", 1, vd_elem_read_time},
    {VD_SCALAR_DATE, "-", 1000000000, vd_elem_read_date},
    {VD_SCALAR_TOD, ":", 1, vd_elem_read_tod},
    {VD_SCALAR_DT, "-:", 1, vd_elem_read_dt},
};

static VdScalarClass class_of(const char *word, size_t len) {
  static const char *const brief[][2] = {
      {"T", "TIME"}, {"LT", "TIME"}, {"D", "DATE"}, {"LD", "DATE"}};
  for (uint32_t i = 0; i < VD_COUNT(brief); i++)
    if (strlen(brief[i][0]) == len && !strncasecmp(brief[i][0], word, len))
      word = brief[i][1], len = strlen(word);
  return vd_elem_class(vd_elem_read(word, len));
}

static const Form *form_of(const char *word, size_t len) {
  VdScalarClass class = class_of(word, len);
  for (uint32_t i = 0; i < VD_COUNT(forms); i++)
    if (forms[i].class == class) return &forms[i];
  return NULL;
}

static void read_moment(VdContractLexer *l, VdContractToken *t,
                        const Form *form) {
  const char *body = l->at;
  if (look(l, 0) == '-' || look(l, 0) == '+') l->at++;
  while (vd_is_word(look(l, 0)) ||
         (look(l, 0) && strchr(form->more, look(l, 0))) ||
         (look(l, 0) == '.' && vd_is_digit(look(l, 1))))
    l->at++;
  t->kind = VD_CT_MOMENT;
  t->class = form->class;
  t->unit = form->unit;
  const char *why = form->read(body, (size_t)(l->at - body), &t->bits);
  if (why) wrong(l, t, why);
}

static void read_word(VdContractLexer *l, VdContractToken *t) {
  while (vd_is_word(look(l, 0))) l->at++;
  t->kind = VD_CT_NAME;
  if (look(l, 0) != '#') return;
  size_t len = (size_t)(l->at - t->text);
  l->at++;
  const Form *form = form_of(t->text, len);
  if (form) {
    read_moment(l, t, form);
    return;
  }
  bool name = vd_is_letter(look(l, 0));
  while (vd_is_word(look(l, 0))) l->at++;
  t->kind = VD_CT_ENUM;
  if (vd_elem_read(t->text, len) || !name)
    wrong(l, t, "numbers have no types here: write the number alone");
}

// ------------------------------------------------------------------- signs
static const char *const signs[] = {
#define OP(name, text, level, group) text,
#include "relate/contract_op.def"
#undef OP
    "!", "~", "?", ":", "(", ")", "[", "]", "{", "}", ";", ",", ".",
};

static void read_sign(VdContractLexer *l, VdContractToken *t) {
  size_t best = 0;
  for (uint32_t i = 0; i < VD_COUNT(signs); i++) {
    size_t n = strlen(signs[i]);
    if (n > best && n <= (size_t)(l->end - l->at) &&
        !memcmp(l->at, signs[i], n))
      best = n;
  }
  t->kind = VD_CT_SIGN;
  if (best && !(best == 1 && look(l, 0) == '<' && look(l, 1) == '>')) {
    l->at += best;
    return;
  }
  bool unequal = look(l, 0) == '<';
  bool equal = look(l, 0) == '=';
  l->at += unequal ? 2 : 1;
  wrong(l, t,
        unequal ? "write != for it"
        : equal ? "write == for it"
                : "no token starts so");
}

VdContractToken vd_contract_lex(VdContractLexer *l) {
  skip(l);
  VdContractToken t = {.text = l->at, .line = l->line, .column = column(l)};
  if (l->at == l->end) return t;
  if (vd_is_digit(*l->at))
    read_number(l, &t);
  else if (vd_is_letter(*l->at))
    read_word(l, &t);
  else
    read_sign(l, &t);
  size_t len = (size_t)(l->at - t.text);
  t.len = len < UINT32_MAX ? (uint32_t)len : UINT32_MAX;
  return t;
}
