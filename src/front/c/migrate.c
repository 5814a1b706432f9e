// The source as tokens, its conditions as formulas over old codes, translated
// to formulas over new codes, simplified and printed.
#include "front/c/migrate.h"

#include <stdlib.h>

#include "base/limit.h"
#include "front/c/ctoken.h"
#include "front/c/migrate_impl.h"

typedef struct Source {
  const VdMigrate *migrate;
  const char *file;
  VdMigration *out;
  VdDiags *diags;
  VD_VEC(VdCToken) token;
  VdFormulas formulas;
} Source;

static void tokenize(Source *s, const char *text, size_t len) {
  VdCTokens tokens;
  vd_ctokens_init(&tokens, text, len);
  VdCToken t;
  do {
    t = vd_ctokens_next(&tokens);
    vd_push(&s->token, t);
  } while (t.kind != VD_CTOKEN_END);
}

static VdPos pos_of(const Source *s, const VdCToken *t) {
  return (VdPos){.file = s->file, .line = t->line};
}

// ---------------------------------------------------------------- questions

// The last token is the end, and no question's first three are.
static bool is_question(const Source *s, uint32_t i) {
  return vd_ctoken_asks(&s->token.at[i]);
}

static VdFormula translate_code(Source *s, const VdCToken *t) {
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

static const char *string_of(const Source *s, const VdCToken *t) {
  return vd_arena_printf(&s->out->arena, "%.*s", (int)t->len - 2, t->at + 1);
}

static VdFormula translate_table(Source *s, const VdCToken *t) {
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

static VdFormula parse_unary(Source *s, uint32_t *at, uint32_t depth) {
  const VdCToken *t = &s->token.at[*at];
  uint32_t i = *at;
  VdFormula f = VD_FORMULA_NONE;
  if (depth > vd_limit->migrate_depth) return f;
  if (t->kind == VD_CTOKEN_NOT) {
    i++;
    f = parse_unary(s, &i, depth + 1);
    if (f != VD_FORMULA_NONE) f = vd_formula_not(&s->formulas, f);
  } else if (t->kind == VD_CTOKEN_OPEN) {
    i++;
    f = parse_or(s, &i, depth + 1);
    if (f != VD_FORMULA_NONE && s->token.at[i].kind != VD_CTOKEN_CLOSE)
      f = VD_FORMULA_NONE;
    i++;
  } else if (is_question(s, i)) {
    f = vd_ctoken_is(t, "has") ? translate_code(s, t + 2)
                               : translate_table(s, t + 2);
    i += 4;
  }
  if (f != VD_FORMULA_NONE) *at = i;
  return f;
}

// Does what follows belong to the operand before it?
static bool binds(const VdCToken *t) {
  if (t->kind == VD_CTOKEN_OPEN) return true;
  if (t->kind != VD_CTOKEN_OTHER) return false;
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
    if (s->token.at[i].kind != VD_CTOKEN_AND) break;
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
  while (any != VD_FORMULA_NONE && whole &&
         s->token.at[*at].kind == VD_CTOKEN_OR) {
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
static bool starts_or(const VdCToken *before) {
  if (before->kind == VD_CTOKEN_OPEN || before->kind == VD_CTOKEN_OR)
    return true;
  if (vd_ctoken_is(before, "return")) return true;
  return before->kind == VD_CTOKEN_OTHER && before->len == 1 &&
         strchr("=,;{}?:", *before->at);
}

static VdFormula parse_condition(Source *s, uint32_t *at) {
  const VdCToken *before = &s->token.at[*at ? *at - 1 : 0];
  bool whole;
  VdFormula f = VD_FORMULA_NONE;
  bool directive = s->token.at[*at].directive;
  if (*at && !directive && starts_or(before))
    f = parse_or(s, at, 0);
  else if (*at && !directive && before->kind == VD_CTOKEN_AND)
    f = parse_and(s, at, 0, &whole);
  if (f == VD_FORMULA_NONE && is_question(s, *at)) f = parse_unary(s, at, 0);
  return f;
}

// What may stand there without parentheses: as much as what is around it lets
// through, and no "and" beside an "or", which compilers warn about.
static VdLevel level_of(const Source *s, uint32_t from, uint32_t to,
                        VdFormula f) {
  const VdCToken *before = &s->token.at[from ? from - 1 : 0];
  const VdCToken *after = &s->token.at[to];
  if (!from || s->token.at[from].directive) return VD_LEVEL_UNARY;
  bool or_before = starts_or(before),
       or_after = !binds(after) && after->kind != VD_CTOKEN_AND;
  bool beside = before->kind == VD_CTOKEN_OR || after->kind == VD_CTOKEN_OR;
  if (beside && vd_formula_kind(&s->formulas, f) == VD_FORMULA_AND)
    return VD_LEVEL_UNARY;
  if (or_before && or_after) return VD_LEVEL_OR;
  bool and_before = or_before || before->kind == VD_CTOKEN_AND;
  return and_before && !binds(after) ? VD_LEVEL_AND : VD_LEVEL_UNARY;
}

static uint32_t column_of(const char *text, const char *at) {
  const char *p = at;
  while (p > text && p[-1] != '\n') p--;
  return (uint32_t)(at - p);
}

// A declaration "_Bool has(const char *)" or a use that is no call.
static bool is_bad_question(const Source *s, uint32_t i) {
  const VdCToken *t = &s->token.at[i];
  if (!vd_ctoken_is(t, "has") && !vd_ctoken_is(t, "has_any")) return false;
  if (is_question(s, i) || t->directive) return false;
  return t[1].kind == VD_CTOKEN_OPEN && t[2].kind == VD_CTOKEN_STRING;
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
    const VdCToken *t = &s->token.at[i];
    const char *end = t[1].at;
    for (const char *at = t->at + t->len; at < end;) {
      size_t n = vd_ctoken_comment(at, end);
      if (n >= (at[1] == '/' ? 2 : 4)) keep_comment(out, at, n);
      at += n ? n : 1;
    }
  }
}

// Names that stay those of old tables.
static void reserve_names(Source *s) {
  const VdMigrate *m = s->migrate;
  for (uint32_t i = 0; m->taken && i + 1 < s->token.len; i++) {
    const VdCToken *t = &s->token.at[i];
    if (!vd_ctoken_is(t, "has_any") || !is_question(s, i)) continue;
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
    const VdCToken *t = &s->token.at[i];
    bool may_start = t->kind == VD_CTOKEN_OPEN || t->kind == VD_CTOKEN_NOT ||
                     is_question(s, i);
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
    const VdCToken *last = &s->token.at[to - 1];
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
