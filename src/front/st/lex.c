// Tokens of Structured Text: comments, numbers, times, strings and names.
#include "front/st/lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/limit.h"
#include "front/st/plc.h"

typedef struct Lexer {
  const VdStText *text;
  const char *at, *end;
  uint32_t line;
  const char *line_start;
  uint32_t first_column;  // of the line
  VdStTokens *out;
  VdStPragmas *pragmas;
  VdDiags *diags;
  uint32_t errors;
} Lexer;

// --------------------------------------------------------------- positions
static VdPos spot_of(const VdStText *text, size_t offset) {
  uint32_t low = 0, high = text->spots;
  while (high - low > 1) {
    uint32_t mid = low + (high - low) / 2;
    if (text->spot[mid].offset <= offset)
      low = mid;
    else
      high = mid;
  }
  const VdStSpot *spot = &text->spot[low];
  bool before = offset < spot->offset;
  uint32_t on = spot->still || before ? 0 : (uint32_t)(offset - spot->offset);
  return (VdPos){text->file, spot->line, spot->column + on};
}

static VdPos pos_of(const Lexer *l, const char *at) {
  if (l->text->spots) return spot_of(l->text, (size_t)(at - l->text->text));
  return (VdPos){l->text->file, l->line,
                 l->first_column + (uint32_t)(at - l->line_start)};
}

static void error_at(Lexer *l, VdPos pos, const char *fmt, const char *what) {
  if (l->errors++ < vd_limit->st_errors)
    vd_diag(l->diags, VD_ERROR, pos, fmt, what);
}

static char look(const Lexer *l, size_t ahead) {
  return (size_t)(l->end - l->at) > ahead ? l->at[ahead] : '\0';
}

static bool starts(const Lexer *l, const char *text) {
  size_t n = strlen(text);
  return (size_t)(l->end - l->at) >= n && !memcmp(l->at, text, n);
}

static void new_line(Lexer *l) {
  l->line++;
  l->line_start = l->at + 1;
  l->first_column = 1;
}

// At a line feed, or at a carriage return that stands alone.
static bool is_line_end(const Lexer *l) {
  return *l->at == '\n' || (*l->at == '\r' && look(l, 1) != '\n');
}

static void step(Lexer *l) {
  if (is_line_end(l)) new_line(l);
  l->at++;
}

// ---------------------------------------------------------------- comments
static void skip_nested(Lexer *l, const char *open, const char *close) {
  VdPos start = pos_of(l, l->at);
  uint32_t depth = 0;
  do {
    if (l->at == l->end) {
      error_at(l, start, "found a comment that does not end, expected '%s'",
               close);
      return;
    }
    if (starts(l, open)) {
      depth++;
      l->at += 2;
    } else if (starts(l, close)) {
      depth--;
      l->at += 2;
    } else {
      step(l);
    }
  } while (depth);
}

static bool starts_with(const Lexer *l, const char *const *word, size_t words) {
  size_t skip = 1;
  while (look(l, skip) == ' ' || look(l, skip) == '\t') skip++;
  for (size_t i = 0; i < words; i++) {
    size_t n = strlen(word[i]);
    if ((size_t)(l->end - l->at) < skip + n) continue;
    if (!strncasecmp(l->at + skip, word[i], n) &&
        (word[i][0] == '_' || !vd_is_word(look(l, skip + n))))
      return true;
  }
  return false;
}

// matiec has C code in pragmas, which starts with two underscores.
static bool is_active(const Lexer *l) {
  static const char *const word[] = {"IF",     "ELSIF",    "ELSE", "END_IF",
                                     "define", "undefine", "__"};
  return starts_with(l, word, VD_COUNT(word));
}

static bool is_for_people(const Lexer *l) {
  static const char *const word[] = {"region",  "endregion", "info",
                                     "warning", "text",      "error"};
  return starts_with(l, word, VD_COUNT(word));
}

static void skip_pragma(Lexer *l) {
  VdPos start = pos_of(l, l->at);
  const char *text = l->at;
  bool active = is_active(l), people = is_for_people(l);
  while (l->at < l->end && *l->at != '}') step(l);
  if (l->at < l->end)
    l->at++;
  else
    error_at(l, start, "found a pragma that does not end, expected '%s'", "}");
  VdStPragma pragma = {l->out->len, start, text, (size_t)(l->at - text),
                       !active};
  if (!people) vd_push(l->pragmas, pragma);
}

// Tools do not agree whether Unicode's line ends end it.
static void skip_line(Lexer *l) {
  static const char *const other[] = {"\xc2\x85", "\xe2\x80\xa8",
                                      "\xe2\x80\xa9"};
  while (l->at < l->end && !is_line_end(l)) {
    for (size_t i = 0; i < VD_COUNT(other); i++)
      if (starts(l, other[i]))
        error_at(l, pos_of(l, l->at), "found %s in a comment of one line",
                 "a line separator of Unicode");
    l->at++;
  }
}

static void skip_space(Lexer *l) {
  while (l->at < l->end) {
    char c = *l->at;
    if (starts(l, "(*")) {
      skip_nested(l, "(*", "*)");
    } else if (starts(l, "/*")) {
      skip_nested(l, "/*", "*/");
    } else if (starts(l, "//")) {
      skip_line(l);
    } else if (c == '{') {
      skip_pragma(l);
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
               c == '\v') {
      step(l);
    } else {
      break;
    }
  }
}

// ------------------------------------------------------------------ tokens
static VdStToken token_at(const Lexer *l, VdStTok kind, const char *start) {
  VdPos pos = pos_of(l, start);
  return (VdStToken){.kind = kind,
                     .line = pos.line,
                     .column = pos.column,
                     .text = start,
                     .len = (uint32_t)(l->at - start)};
}

static void push(Lexer *l, VdStTok kind, const char *start) {
  vd_push(l->out, token_at(l, kind, start));
}

static const char *const keyword_text[] = {
#define KEYWORD(name) #name,
#include "front/st/keyword.def"
#undef KEYWORD
};

static VdStTok keyword_of(const char *text, size_t len) {
  // Many write it so, and it can mean nothing else.
  if (len == 6 && !strncasecmp(text, "ELSEIF", 6)) return VD_KEY_ELSIF;
  size_t low = 0, high = VD_COUNT(keyword_text);
  while (low < high) {
    size_t mid = (low + high) / 2;
    int order = strncasecmp(text, keyword_text[mid], len);
    if (!order) order = keyword_text[mid][len] ? -1 : 0;
    if (!order) return (VdStTok)(VD_TOK_KEYWORD + 1 + mid);
    if (order < 0) high = mid;
    if (order > 0) low = mid + 1;
  }
  return VD_TOK_NAME;
}

// ---------------------------------------------------------------- literals
// Types whose literals have a form of their own.
typedef struct Form {
  const char *word, *type;
  VdStLiteral literal;
  const char *(*read)(const char *text, size_t len, uint64_t *bits);
} Form;
static const Form forms[] = {
    {"T", "TIME", VD_ST_LIT_TIME, vd_elem_read_time},
    {"TIME", "TIME", VD_ST_LIT_TIME, vd_elem_read_time},
    {"LT", "LTIME", VD_ST_LIT_TIME, vd_elem_read_time},
    {"LTIME", "LTIME", VD_ST_LIT_TIME, vd_elem_read_time},
    {"D", "DATE", VD_ST_LIT_DATE, vd_elem_read_date},
    {"DATE", "DATE", VD_ST_LIT_DATE, vd_elem_read_date},
    {"LD", "LDATE", VD_ST_LIT_DATE, vd_elem_read_date},
    {"LDATE", "LDATE", VD_ST_LIT_DATE, vd_elem_read_date},
    {"TOD", "TOD", VD_ST_LIT_TOD, vd_elem_read_tod},
    {"TIME_OF_DAY", "TOD", VD_ST_LIT_TOD, vd_elem_read_tod},
    {"LTOD", "LTOD", VD_ST_LIT_TOD, vd_elem_read_tod},
    {"LTIME_OF_DAY", "LTOD", VD_ST_LIT_TOD, vd_elem_read_tod},
    {"DT", "DT", VD_ST_LIT_DT, vd_elem_read_dt},
    {"DATE_AND_TIME", "DT", VD_ST_LIT_DT, vd_elem_read_dt},
    {"LDT", "LDT", VD_ST_LIT_DT, vd_elem_read_dt},
    {"LDATE_AND_TIME", "LDT", VD_ST_LIT_DT, vd_elem_read_dt},
};

static const Form *form_of(const char *word, size_t len) {
  for (size_t i = 0; i < VD_COUNT(forms); i++)
    if (strlen(forms[i].word) == len && !strncasecmp(forms[i].word, word, len))
      return &forms[i];
  return NULL;
}

static bool is_form_char(const Lexer *l, VdStLiteral literal) {
  char c = look(l, 0);
  if (vd_is_word(c)) return true;
  // A dot belongs to the literal if a digit comes after it: 1.5s, but not 1..2.
  if (c == '.') return vd_is_digit(look(l, 1));
  if (c == ':') return literal != VD_ST_LIT_TIME && vd_is_digit(look(l, 1));
  return c == '-' && literal != VD_ST_LIT_TIME && vd_is_digit(look(l, 1));
}

static void lex_form(Lexer *l, const Form *form, const char *start) {
  const char *body = l->at;
  bool sign = look(l, 0) == '-' || look(l, 0) == '+';
  if (form->literal == VD_ST_LIT_TIME && sign) l->at++;
  while (is_form_char(l, form->literal)) l->at++;
  VdStToken token = token_at(l, VD_TOK_LITERAL, start);
  token.literal = form->literal;
  token.prefix = form->type;
  token.prefix_len = (uint32_t)strlen(form->type);
  const char *wrong = form->read(body, (size_t)(l->at - body), &token.bits);
  if (wrong) error_at(l, pos_of(l, start), "found %s", wrong);
  vd_push(l->out, token);
}

static void skip_digits(Lexer *l) {
  while (vd_is_digit(look(l, 0)) ||
         (look(l, 0) == '_' && vd_is_digit(look(l, 1))))
    l->at++;
}

// False if what is there is an integer.
static bool skip_real(Lexer *l) {
  if (look(l, 0) != '.' || !vd_is_digit(look(l, 1))) return false;
  l->at++;
  skip_digits(l);
  if (look(l, 0) != 'e' && look(l, 0) != 'E') return true;
  size_t sign = look(l, 1) == '+' || look(l, 1) == '-';
  if (!vd_is_digit(look(l, 1 + sign))) return true;
  l->at += 1 + sign;
  skip_digits(l);
  return true;
}

// A number, with or without a type and a sign in front; start is the token's.
static void lex_number(Lexer *l, const char *start, uint32_t prefix_len) {
  VdStToken token = {.literal = VD_ST_LIT_INT};
  bool negative = *l->at == '-';
  if (*l->at == '-' || *l->at == '+') l->at++;
  const char *body = l->at, *wrong;
  skip_digits(l);
  bool based = look(l, 0) == '#';
  if (based) {
    l->at++;
    while (vd_is_word(look(l, 0))) l->at++;
  }
  bool real = !based && skip_real(l);
  size_t len = (size_t)(l->at - body);
  token = token_at(l, VD_TOK_LITERAL, start);
  token.literal = real ? VD_ST_LIT_REAL : VD_ST_LIT_INT;
  token.negative = negative;
  token.based = based;
  token.prefix = prefix_len ? start : NULL;
  token.prefix_len = prefix_len;
  if (real)
    wrong = vd_elem_read_real(body, len, &token.real);
  else
    wrong = vd_elem_read_int(body, len, &token.bits);
  if (wrong) error_at(l, pos_of(l, start), "found %s", wrong);
  if (vd_is_letter(look(l, 0)))
    error_at(l, pos_of(l, l->at), "found a letter right after a number%s", "");
  vd_push(l->out, token);
}

static void lex_string(Lexer *l) {
  const char *start = l->at;
  char quote = *l->at++;
  while (l->at < l->end && *l->at != quote && *l->at != '\n')
    l->at += *l->at == '$' && l->at + 1 < l->end && l->at[1] != '\n' ? 2 : 1;
  if (look(l, 0) != quote) {
    char text[2] = {quote, 0};
    error_at(l, pos_of(l, start),
             "found a string that does not end, expected %s", text);
  } else {
    l->at++;
  }
  push(l, VD_TOK_STRING, start);
}

// After a word and a '#'.
static void lex_typed(Lexer *l, const char *start, uint32_t len) {
  const Form *form = form_of(start, len);
  l->at++;
  char c = look(l, 0);
  bool sign = (c == '-' || c == '+') && vd_is_digit(look(l, 1));
  if (form) {
    lex_form(l, form, start);
  } else if (vd_is_digit(c) || sign) {
    lex_number(l, start, len);
  } else if (vd_is_letter(c)) {
    const char *name = l->at;
    while (vd_is_word(look(l, 0))) l->at++;
    VdStToken token = token_at(l, VD_TOK_ENUM, name);
    token.prefix = start;
    token.prefix_len = len;
    token.column = pos_of(l, start).column;
    vd_push(l->out, token);
  } else if (c == '\'' || c == '"') {
    lex_string(l);
  } else {
    error_at(l, pos_of(l, l->at), "found nothing after '#', expected a value%s",
             "");
  }
}

static void lex_word(Lexer *l) {
  const char *start = l->at;
  while (vd_is_word(look(l, 0))) l->at++;
  size_t len = (size_t)(l->at - start);
  if (look(l, 0) == '#')
    lex_typed(l, start, (uint32_t)len);
  else
    push(l, keyword_of(start, len), start);
}

static void lex_address(Lexer *l) {
  const char *start = l->at++;
  while (vd_is_word(look(l, 0)) || look(l, 0) == '*' ||
         (look(l, 0) == '.' && vd_is_digit(look(l, 1))))
    l->at++;
  push(l, VD_TOK_ADDRESS, start);
}

// ------------------------------------------------------------- punctuation
typedef struct Mark {
  const char *text;
  VdStTok kind;
} Mark;
// Longer ones first.
static const Mark marks[] = {
    {":=", VD_TOK_BECOMES},
    {"=>", VD_TOK_GIVES},
    {"<>", VD_TOK_NE},
    {"<=", VD_TOK_LE},
    {">=", VD_TOK_GE},
    {"**", VD_TOK_POWER},
    {"..", VD_TOK_RANGE},
    {"(", VD_TOK_OPEN},
    {")", VD_TOK_CLOSE},
    {"[", VD_TOK_OPEN_BRACKET},
    {"]", VD_TOK_CLOSE_BRACKET},
    {",", VD_TOK_COMMA},
    {";", VD_TOK_SEMICOLON},
    {":", VD_TOK_COLON},
    {".", VD_TOK_DOT},
    {"=", VD_TOK_EQ},
    {"<", VD_TOK_LT},
    {">", VD_TOK_GT},
    {"+", VD_TOK_PLUS},
    {"-", VD_TOK_MINUS},
    {"*", VD_TOK_STAR},
    {"/", VD_TOK_SLASH},
    {"&", VD_TOK_AMP},
    {"^", VD_TOK_CARET},
};

static void lex_stray(Lexer *l) {
  unsigned char c = (unsigned char)*l->at;
  char text[16];
  if (c > ' ' && c < 127)
    snprintf(text, sizeof text, "'%c'", c);
  else
    snprintf(text, sizeof text, "byte 0x%02x", c);
  error_at(l, pos_of(l, l->at), "found %s, which no token starts with", text);
  l->at++;
}

static void lex_mark(Lexer *l) {
  for (size_t i = 0; i < VD_COUNT(marks); i++) {
    if (!starts(l, marks[i].text)) continue;
    const char *start = l->at;
    l->at += strlen(marks[i].text);
    push(l, marks[i].kind, start);
    return;
  }
  lex_stray(l);
}

static void lex_token(Lexer *l) {
  char c = *l->at;
  if (vd_is_letter(c))
    lex_word(l);
  else if (vd_is_digit(c))
    lex_number(l, l->at, 0);
  else if (c == '%')
    lex_address(l);
  else if (c == '\'' || c == '"')
    lex_string(l);
  else
    lex_mark(l);
}

void vd_st_lex(const VdStText *text, VdStTokens *out, VdStPragmas *pragmas,
               VdDiags *diags) {
  Lexer l = {.text = text,
             .at = text->text,
             .end = text->text + text->len,
             .line = text->line,
             .line_start = text->text,
             .first_column = text->column,
             .out = out,
             .pragmas = pragmas,
             .diags = diags};
  if (starts(&l, "\xef\xbb\xbf")) l.line_start = l.at += 3;
  for (skip_space(&l); l.at < l.end; skip_space(&l)) lex_token(&l);
  push(&l, VD_TOK_END, l.at);
}

// -------------------------------------------------------------------- text
static void put_small(const char *text, uint32_t len, VdBuf *out) {
  for (uint32_t i = 0; i < len; i++)
    vd_buf_char(out, (char)tolower((unsigned char)text[i]));
}

void vd_st_tokens_print(const VdStToken *token, uint32_t n, VdBuf *out) {
  for (uint32_t i = 0; i < n; i++) {
    if (token[i].kind == VD_TOK_ENUM) {
      put_small(token[i].prefix, token[i].prefix_len, out);
      vd_buf_char(out, '#');
    }
    if (token[i].kind == VD_TOK_STRING)
      vd_buf_add(out, token[i].text, token[i].len);
    else
      put_small(token[i].text, token[i].len, out);
    vd_buf_char(out, '\n');
  }
}

// ------------------------------------------------------------------ people
static const char *mark_text(VdStTok kind) {
  switch (kind) {
    case VD_TOK_END: return "the end of the text";
    case VD_TOK_NAME: return "a name";
    case VD_TOK_LITERAL: return "a literal";
    case VD_TOK_STRING: return "a string";
    case VD_TOK_ENUM: return "an enum's value";
    case VD_TOK_ADDRESS: return "an address";
    case VD_TOK_OPEN: return "'('";
    case VD_TOK_CLOSE: return "')'";
    case VD_TOK_OPEN_BRACKET: return "'['";
    case VD_TOK_CLOSE_BRACKET: return "']'";
    case VD_TOK_COMMA: return "','";
    case VD_TOK_SEMICOLON: return "';'";
    case VD_TOK_COLON: return "':'";
    case VD_TOK_BECOMES: return "':='";
    case VD_TOK_RANGE: return "'..'";
    case VD_TOK_EQ: return "'='";
    default: return "an operator";
  }
}

const char *vd_st_tok_text(VdStTok kind) {
  if (kind > VD_TOK_KEYWORD) return keyword_text[kind - VD_TOK_KEYWORD - 1];
  return mark_text(kind);
}

void vd_st_token_print(const VdStToken *token, VdBuf *out) {
  if (token->kind == VD_TOK_END) {
    vd_buf_str(out, mark_text(token->kind));
    return;
  }
  vd_buf_char(out, '\'');
  if (token->kind == VD_TOK_ENUM) {
    vd_buf_add(out, token->prefix, token->prefix_len);
    vd_buf_char(out, '#');
  }
  vd_buf_add(out, token->text,
             token->len < vd_limit->st_token_shown ? token->len
                                                   : vd_limit->st_token_shown);
  vd_buf_str(out, token->len < vd_limit->st_token_shown ? "'" : "...'");
}
