// The source as tokens, its conditions as formulas over old codes, translated
// to formulas over new codes, simplified and printed.
#include "relate/migrate.h"

#include <stdlib.h>

#include "relate/migrate_impl.h"

// ------------------------------------------------------------------- tokens

typedef enum TokenKind {
  TOKEN_OTHER,
  TOKEN_NAME,
  TOKEN_STRING,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT,
  TOKEN_END,
} TokenKind;

typedef struct Token {
  TokenKind kind;
  const char *at;
  uint32_t len, line;
  bool directive;  // in a line that starts with #
} Token;

typedef struct Source {
  const VdMigrate *migrate;
  const char *file;
  VdMigration *out;
  VdDiags *diags;
  VD_VEC(Token) token;
  VdFormulas formulas;
} Source;

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c >= '0' && c <= '9');
}

static size_t comment_length(const char *at, const char *end) {
  if (end - at < 2 || at[0] != '/') return 0;
  if (at[1] == '/') {
    const char *p = at;
    while (p < end && (*p != '\n' || p[-1] == '\\')) p++;
    return (size_t)(p - at);
  }
  if (at[1] != '*') return 0;
  const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
  return close ? (size_t)(close + 2 - at) : (size_t)(end - at);
}

// A quote that does not end before its line does may stand in what #if leaves
// out.
static size_t quoted_length(const char *at, const char *end, bool *closed) {
  const char *p = at + 1;
  while (p < end && *p != *at && *p != '\n')
    p += *p == '\\' && p + 1 < end ? 2 : 1;
  *closed = p < end && *p == *at;
  if (p >= end) return (size_t)(end - at);
  return (size_t)(p - at) + *closed;
}

static Token next_token(const char *at, const char *end) {
  Token t = {.kind = TOKEN_OTHER, .at = at, .len = 1};
  if (is_name_char(*at)) {
    while (at + t.len < end && is_name_char(at[t.len])) t.len++;
    t.kind = *at >= '0' && *at <= '9' ? TOKEN_OTHER : TOKEN_NAME;
  } else if (*at == '"' || *at == '\'') {
    bool closed;
    t.len = (uint32_t)quoted_length(at, end, &closed);
    t.kind = *at == '"' && closed ? TOKEN_STRING : TOKEN_OTHER;
  } else if (*at == '(') {
    t.kind = TOKEN_OPEN;
  } else if (*at == ')') {
    t.kind = TOKEN_CLOSE;
  } else if (end - at > 1 && (!memcmp(at, "&&", 2) || !memcmp(at, "||", 2))) {
    t.kind = *at == '&' ? TOKEN_AND : TOKEN_OR;
    t.len = 2;
  } else if (*at == '!' && (end - at < 2 || at[1] != '=')) {
    t.kind = TOKEN_NOT;
  } else if (end - at > 1 && at[1] == '=' && strchr("=!<>", *at)) {
    t.len = 2;
  }
  return t;
}

static void tokenize(Source *s, const char *text, size_t len) {
  const char *at = text, *end = text + len;
  uint32_t line = 1;
  bool start = true, directive = false;
  while (at < end) {
    size_t comment = comment_length(at, end);
    if (comment) {
      for (size_t i = 0; i < comment; i++) line += at[i] == '\n';
      at += comment;
    } else if (*at == '\n') {
      directive = directive && at > text && at[-1] == '\\';
      start = !directive;
      line++;
      at++;
    } else if (strchr(" \t\r\f\v\\", *at)) {
      at++;
    } else {
      Token t = next_token(at, end);
      if (start && *at == '#') directive = true;
      start = false;
      t.line = line;
      t.directive = directive;
      vd_push(&s->token, t);
      at += t.len;
    }
  }
  vd_push(&s->token, (Token){.kind = TOKEN_END, .at = end, .line = line});
}

static bool is_word(const Token *t, const char *word) {
  return t->kind == TOKEN_NAME && t->len == strlen(word) &&
         !memcmp(t->at, word, t->len);
}

static VdPos pos_of(const Source *s, const Token *t) {
  return (VdPos){.file = s->file, .line = t->line};
}

// ---------------------------------------------------------------- questions

static bool is_question(const Source *s, uint32_t i) {
  const Token *t = &s->token.at[i];
  if (!is_word(t, "has") && !is_word(t, "has_any")) return false;
  return t[1].kind == TOKEN_OPEN && t[2].kind == TOKEN_STRING &&
         t[3].kind == TOKEN_CLOSE;
}

static VdFormula translate_code(Source *s, const Token *t) {
  const VdCrosswalk *cw = s->migrate->crosswalk;
  VdCode code;
  VdCodeFound found = vd_code_find(cw, VD_OLD, t->at + 1, t->len - 2, &code);
  if (found != VD_CODE_FOUND) {
    VdBuf why = {0};
    vd_code_why(cw, VD_OLD, t->at + 1, t->len - 2, found, &why);
    vd_diag(s->diags, VD_ERROR, pos_of(s, t), "%s", vd_buf_text(&why));
    vd_buf_done(&why);
    return vd_formula_bool(&s->formulas, false);
  }
  VdFormula any = vd_formula_code(&s->formulas, code);
  vd_formula_name(&s->formulas, any, vd_code_text(cw, VD_OLD, code));
  return any;
}

static const char *string_of(const Source *s, const Token *t) {
  return vd_arena_printf(&s->out->arena, "%.*s", (int)t->len - 2, t->at + 1);
}

static VdFormula translate_table(Source *s, const Token *t) {
  const char *name = string_of(s, t);
  const VdCodeTable *table =
      s->migrate->table(s->migrate->context, name, pos_of(s, t), s->diags);
  if (!table) return vd_formula_bool(&s->formulas, false);
  VdFormula any = vd_formula_table(&s->formulas, table);
  vd_formula_name(&s->formulas, any, name);
  return any;
}

// ------------------------------------------------------------------ parsing
// A parser takes tokens from *at and moves it behind them; where it can't, it
// gives none and leaves *at.

static VdFormula parse_or(Source *s, uint32_t *at, uint32_t depth);

enum { MAX_DEPTH = 1000 };

static VdFormula parse_unary(Source *s, uint32_t *at, uint32_t depth) {
  const Token *t = &s->token.at[*at];
  uint32_t i = *at;
  VdFormula f = VD_FORMULA_NONE;
  if (depth > MAX_DEPTH) return f;
  if (t->kind == TOKEN_NOT) {
    i++;
    f = parse_unary(s, &i, depth + 1);
    if (f != VD_FORMULA_NONE) f = vd_formula_not(&s->formulas, f);
  } else if (t->kind == TOKEN_OPEN) {
    i++;
    f = parse_or(s, &i, depth + 1);
    if (f != VD_FORMULA_NONE && s->token.at[i].kind != TOKEN_CLOSE)
      f = VD_FORMULA_NONE;
    i++;
  } else if (is_question(s, i)) {
    f = is_word(t, "has") ? translate_code(s, t + 2)
                          : translate_table(s, t + 2);
    i += 4;
  }
  if (f != VD_FORMULA_NONE) *at = i;
  return f;
}

// Does what follows belong to the operand before it?
static bool binds(const Token *t) {
  if (t->kind == TOKEN_OPEN) return true;
  if (t->kind != TOKEN_OTHER) return false;
  if (t->len == 2) return true;  // == != <= >=
  return strchr("+-*/%<>&|^.[", *t->at) != NULL;
}

// Operands joined by &&. whole says whether the chain ended there.
static VdFormula parse_and(Source *s, uint32_t *at, uint32_t depth,
                           bool *whole) {
  VdFormula all = VD_FORMULA_NONE;
  uint32_t i = *at;
  *whole = false;
  for (;;) {
    VdFormula f = parse_unary(s, &i, depth);
    if (f == VD_FORMULA_NONE || binds(&s->token.at[i])) return all;
    all = all == VD_FORMULA_NONE ? f : vd_formula_and(&s->formulas, all, f);
    *at = i;
    if (s->token.at[i].kind != TOKEN_AND) break;
    i++;
  }
  *whole = true;
  return all;
}

// Chains joined by ||, as far as they are whole. A first chain that is not is
// taken as far as it goes.
static VdFormula parse_or(Source *s, uint32_t *at, uint32_t depth) {
  bool whole;
  VdFormula any = parse_and(s, at, depth, &whole);
  while (any != VD_FORMULA_NONE && whole && s->token.at[*at].kind == TOKEN_OR) {
    uint32_t i = *at + 1;
    VdFormula f = parse_and(s, &i, depth, &whole);
    if (f == VD_FORMULA_NONE || !whole) break;
    any = vd_formula_or(&s->formulas, any, f);
    *at = i;
  }
  return any;
}

// --------------------------------------------------------------- conditions

// Where an expression can start at the level of ||, and of &&.
static bool starts_or(const Token *before) {
  if (before->kind == TOKEN_OPEN || before->kind == TOKEN_OR) return true;
  if (is_word(before, "return")) return true;
  return before->kind == TOKEN_OTHER && before->len == 1 &&
         strchr("=,;{}?:", *before->at);
}

static VdFormula parse_condition(Source *s, uint32_t *at) {
  const Token *before = &s->token.at[*at ? *at - 1 : 0];
  bool whole;
  VdFormula f = VD_FORMULA_NONE;
  bool directive = s->token.at[*at].directive;
  if (*at && !directive && starts_or(before))
    f = parse_or(s, at, 0);
  else if (*at && !directive && before->kind == TOKEN_AND)
    f = parse_and(s, at, 0, &whole);
  if (f == VD_FORMULA_NONE && is_question(s, *at)) f = parse_unary(s, at, 0);
  return f;
}

// What may stand there without parentheses: as much as what is around it lets
// through, and no "and" beside an "or", which compilers warn about.
static VdLevel level_of(const Source *s, uint32_t from, uint32_t to,
                        VdFormula f) {
  const Token *before = &s->token.at[from ? from - 1 : 0];
  const Token *after = &s->token.at[to];
  if (!from || s->token.at[from].directive) return VD_LEVEL_UNARY;
  bool or_before = starts_or(before),
       or_after = !binds(after) && after->kind != TOKEN_AND;
  bool beside = before->kind == TOKEN_OR || after->kind == TOKEN_OR;
  if (beside && vd_formula_kind(&s->formulas, f) == VD_FORMULA_AND)
    return VD_LEVEL_UNARY;
  if (or_before && or_after) return VD_LEVEL_OR;
  bool and_before = or_before || before->kind == TOKEN_AND;
  return and_before && !binds(after) ? VD_LEVEL_AND : VD_LEVEL_UNARY;
}

static uint32_t column_of(const char *text, const char *at) {
  const char *p = at;
  while (p > text && p[-1] != '\n') p--;
  return (uint32_t)(at - p);
}

// A declaration "_Bool has(const char *)" or a use that is no call.
static bool is_bad_question(const Source *s, uint32_t i) {
  const Token *t = &s->token.at[i];
  if (!is_word(t, "has") && !is_word(t, "has_any")) return false;
  if (is_question(s, i) || t->directive) return false;
  return t[1].kind == TOKEN_OPEN && t[2].kind == TOKEN_STRING;
}

// A comment of a condition that is printed anew: in front of it, on one line.
static void keep_comment(VdBuf *out, const char *at, size_t len) {
  bool line = at[1] == '/';
  vd_buf_str(out, "/*");
  for (size_t i = 2; i < len - (line ? 0 : 2); i++) {
    if (line && at[i] == '/' && at[i - 1] == '*') vd_buf_char(out, ' ');
    vd_buf_char(out, at[i] == '\n' || at[i] == '\r' ? ' ' : at[i]);
  }
  vd_buf_str(out, line ? " */ " : "*/ ");
}

static void keep_comments(const Source *s, uint32_t from, uint32_t to,
                          VdBuf *out) {
  for (uint32_t i = from; i + 1 < to; i++) {
    const Token *t = &s->token.at[i];
    const char *end = t[1].at;
    for (const char *at = t->at + t->len; at < end;) {
      size_t n = comment_length(at, end);
      if (n >= (at[1] == '/' ? 2 : 4)) keep_comment(out, at, n);
      at += n ? n : 1;
    }
  }
}

// Names that stay those of old tables.
static void reserve_names(Source *s) {
  const VdMigrate *m = s->migrate;
  for (uint32_t i = 0; m->taken && i + 1 < s->token.len; i++) {
    const Token *t = &s->token.at[i];
    if (!is_word(t, "has_any") || !is_question(s, i)) continue;
    const char *name = string_of(s, t + 2);
    if (m->taken(m->context, name))
      vd_name_put(&s->formulas.name, name, strlen(name));
  }
}

static void rewrite(Source *s, const char *text, size_t len) {
  const char *copied = text;
  VdBuf *out = &s->out->text;
  for (uint32_t i = 0; i + 1 < s->token.len;) {
    uint32_t to = i;
    const Token *t = &s->token.at[i];
    bool may_start =
        t->kind == TOKEN_OPEN || t->kind == TOKEN_NOT || is_question(s, i);
    VdFormula f = may_start ? parse_condition(s, &to) : VD_FORMULA_NONE;
    if (f == VD_FORMULA_NONE) {
      if (is_bad_question(s, i))
        vd_diag(s->diags, VD_ERROR, pos_of(s, t),
                "expected one string literal as the argument of %.*s",
                (int)t->len, t->at);
      i++;
      continue;
    }
    vd_buf_add(out, copied, (size_t)(t->at - copied));
    keep_comments(s, i, to, out);
    vd_formula_print(&s->formulas, f, level_of(s, i, to, f),
                     column_of(text, t->at), out);
    const Token *last = &s->token.at[to - 1];
    copied = last->at + last->len;
    i = to;
  }
  vd_buf_add(out, copied, (size_t)(text + len - copied));
}

void vd_migration_done(VdMigration *m) {
  for (uint32_t i = 0; i < m->table.len; i++) vd_vec_done(&m->table.at[i].code);
  vd_vec_done(&m->table);
  vd_buf_done(&m->text);
  vd_arena_done(&m->arena);
}

bool vd_migrate(const VdMigrate *migrate, const char *file, const char *text,
                size_t len, VdMigration *out, VdDiags *diags) {
  Source s = {.migrate = migrate, .file = file, .out = out, .diags = diags};
  uint32_t errors = diags->errors;
  vd_formulas_init(&s.formulas, migrate->crosswalk, out);
  tokenize(&s, text, len);
  reserve_names(&s);
  rewrite(&s, text, len);
  vd_formulas_done(&s.formulas);
  vd_vec_done(&s.token);
  return diags->errors == errors;
}
