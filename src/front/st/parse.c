// The parser: looking at tokens, errors, and where parsing goes on after one.
#include "front/st/parse_impl.h"

#include <strings.h>

#include "base/limit.h"

// ------------------------------------------------------------------ cursor
const VdStToken *vd_parse_look(const VdStParser *p, uint32_t ahead) {
  uint32_t last = p->token.len - 1;
  return &p->token.at[ahead < last - p->at ? p->at + ahead : last];
}

bool vd_parse_is(const VdStParser *p, VdStTok kind) {
  return vd_parse_look(p, 0)->kind == kind;
}

bool vd_parse_is_word(const VdStParser *p, uint32_t ahead, const char *word) {
  const VdStToken *token = vd_parse_look(p, ahead);
  return token->kind == VD_TOK_NAME && token->len == strlen(word) &&
         !strncasecmp(token->text, word, token->len);
}

VdPos vd_parse_here(const VdStParser *p) {
  const VdStToken *token = vd_parse_look(p, 0);
  return (VdPos){p->text->file, token->line, token->column};
}

void vd_parse_skip(VdStParser *p) {
  if (p->at + 1 < p->token.len) p->at++;
}

bool vd_parse_accept(VdStParser *p, VdStTok kind) {
  if (p->panic || !vd_parse_is(p, kind)) return false;
  vd_parse_skip(p);
  return true;
}

bool vd_parse_accept_word(VdStParser *p, const char *word) {
  if (p->panic || !vd_parse_is_word(p, 0, word)) return false;
  vd_parse_skip(p);
  return true;
}

bool vd_parse_take(VdStParser *p, VdStTok kind) {
  if (vd_parse_accept(p, kind)) return true;
  vd_parse_error(p, vd_st_tok_text(kind));
  return false;
}

const char *vd_parse_text(VdStParser *p, const VdStToken *token) {
  char *text = vd_arena_alloc(p->arena, vd_add(token->len, 1));
  memcpy(text, token->text, token->len);
  return text;
}

static void put_literal(const VdStToken *t, VdBuf *out) {
  unsigned long long bits = t->bits;
  switch (t->literal) {
    case VD_ST_LIT_INT:
      if (t->prefix_len)
        vd_buf_printf(out, "%.*s#", (int)t->prefix_len, t->prefix);
      vd_buf_printf(out, "%s%llu", t->negative ? "-" : "", bits);
      return;
    case VD_ST_LIT_TIME:
      if (bits % 1000000)
        vd_buf_printf(out, "T#%lldns", (long long)bits);
      else
        vd_buf_printf(out, "T#%lldms", (long long)bits / 1000000);
      return;
    case VD_ST_LIT_REAL:
    case VD_ST_LIT_BOOL:
    case VD_ST_LIT_DATE:
    case VD_ST_LIT_TOD:
    case VD_ST_LIT_DT: vd_buf_add(out, t->text, t->len);
  }
}

const char *vd_parse_canonical(VdStParser *p, uint32_t first, uint32_t end) {
  VdBuf buf = {0};
  for (uint32_t i = first; i < end && i < p->token.len; i++) {
    const VdStToken *t = &p->token.at[i];
    if (i > first) vd_buf_char(&buf, ' ');
    if (t->kind == VD_TOK_ENUM)
      vd_buf_printf(&buf, "%.*s#", (int)t->prefix_len, t->prefix);
    if (t->kind == VD_TOK_LITERAL)
      put_literal(t, &buf);
    else
      vd_buf_add(&buf, t->text, t->len);
  }
  const char *text = vd_arena_str(p->arena, vd_buf_text(&buf));
  vd_buf_done(&buf);
  return text;
}

const char *vd_parse_take_name(VdStParser *p) {
  const VdStToken *token = vd_parse_look(p, 0);
  if (!vd_parse_accept(p, VD_TOK_NAME)) {
    vd_parse_error(p, "a name");
    return NULL;
  }
  return vd_parse_text(p, token);
}

// ------------------------------------------------------------------ errors
void vd_parse_abandon(VdStParser *p, VdPos pos, const char *why) {
  if (!p->panic) vd_diag(p->diags, VD_ERROR, pos, "%s", why);
  p->errors++;
  p->panic = true;
  p->at = p->token.len - 1;
}

void vd_parse_error(VdStParser *p, const char *expected) {
  if (p->panic) return;
  VdBuf found = {0};
  vd_st_token_print(vd_parse_look(p, 0), &found);
  vd_diag(p->diags, VD_ERROR, vd_parse_here(p), "found %s, expected %s",
          vd_buf_text(&found), expected);
  vd_buf_done(&found);
  p->panic = true;
  if (++p->errors < vd_limit->st_errors) return;
  p->panic = false;
  vd_parse_abandon(p, vd_parse_here(p), "too many errors in this file");
}

bool vd_parse_enter(VdStParser *p) {
  if (p->depth < vd_limit->st_nesting) {
    p->depth++;
    return true;
  }
  if (!p->panic) {
    const char *why = vd_arena_printf(p->arena, "nested more than %d deep",
                                      vd_limit->st_nesting);
    vd_parse_abandon(p, vd_parse_here(p), why);
  }
  return false;
}

void vd_parse_leave(VdStParser *p) {
  p->depth--;
}

void vd_parse_unsupported(VdStParser *p, VdPos pos, const char *construct) {
  if (p->pou) vd_st_unsupported(p->pou, pos, construct);
  p->odd = true;
}

VdStSpec *vd_parse_odd(VdStParser *p, VdPos pos) {
  VdStSpec *spec =
      vd_st_spec_name(p->arena, pos, "of a declaration that is not modelled");
  spec->kind = VD_ST_SPEC_UNSUPPORTED;
  return spec;
}

void vd_parse_part(VdStParser *p, uint32_t first, const char *name) {
  VdStPart part = {first, p->at, name};
  vd_push(&p->part, part);
}

static const char active_pragma[] = "a pragma with code or a condition";

void vd_parse_pragmas(VdStParser *p, uint32_t first) {
  for (uint32_t i = 0; i < p->pragma.len; i++) {
    const VdStPragma *pragma = &p->pragma.at[i];
    if (pragma->passive || pragma->before <= first || pragma->before > p->at)
      continue;
    if (p->pou)
      vd_parse_unsupported(p, pragma->pos, active_pragma);
    else
      vd_diag(p->diags, VD_ERROR, pragma->pos, "not supported here: %s",
              active_pragma);
  }
}

void vd_parse_sync(VdStParser *p, const VdStTok *stop, uint32_t n) {
  if (!p->panic) return;
  for (; !vd_parse_is(p, VD_TOK_END); p->at++) {
    for (uint32_t i = 0; i < n; i++)
      if (vd_parse_is(p, stop[i])) goto found;
    if (!vd_parse_is(p, VD_TOK_SEMICOLON)) continue;
    p->at++;
    break;
  }
found:
  // At the end of the text everything that is still open would be reported.
  p->panic = vd_parse_is(p, VD_TOK_END);
}

// ----------------------------------------------------------------- entries
static void parser_init(VdStParser *p, VdStUnit *unit, VdStPou *pou,
                        const VdStText *text, VdDiags *diags) {
  *p = (VdStParser){.unit = unit,
                    .arena = &unit->arena,
                    .text = text,
                    .diags = diags,
                    .before = diags->errors,
                    .pou = pou};
  vd_st_lex(text, &p->token, &p->pragma, diags);
}

// The name of what a token belongs to; NULL if that has none.
static const char *part_of(const VdStParser *p, uint32_t token) {
  for (uint32_t i = 0; i < p->part.len; i++)
    if (p->part.at[i].first <= token && token < p->part.at[i].end)
      return p->part.at[i].name;
  return p->pou ? p->pou->name : NULL;
}

// What tools read from a pragma is not modelled, but compared: by its text and
// by the word that it stands before.
static void note_pragma(VdStParser *p, const VdStPragma *pragma) {
  VdBuf text = {0};
  uint32_t last = p->token.len - 1;
  uint32_t at = pragma->before < last ? pragma->before : last;
  const VdStToken *next = &p->token.at[at];
  const char *part = part_of(p, at);
  for (size_t k = 0; k < pragma->len; k++)
    vd_buf_char(&text, pragma->text[k] < ' ' ? ' ' : pragma->text[k]);
  VdStFact fact = {.kind = VD_PLC_FACT_OTHER, .pos = pragma->pos};
  fact.text = vd_arena_str(p->arena, vd_buf_text(&text));
  fact.name = vd_arena_printf(p->arena, "the pragma %s before '%.*s'%s%s",
                              fact.text, (int)next->len, next->text,
                              part ? " of " : "", part ? part : "");
  vd_st_add(p->arena, &p->unit->fact, fact);
  vd_buf_done(&text);
}

// One that counts belongs to the POU before it. Where there is none, it may
// be about all that follows.
static void note_pragmas(VdStParser *p, bool unit) {
  for (uint32_t i = 0; i < p->pragma.len; i++) {
    const VdStPragma *pragma = &p->pragma.at[i];
    if (pragma->passive || (unit ? !pragma->before : !p->pou))
      note_pragma(p, pragma);
    else if (!unit)
      vd_parse_unsupported(p, pragma->pos, active_pragma);
  }
}

// False if there were errors.
static bool parser_done(VdStParser *p, bool unit) {
  note_pragmas(p, unit);
  if (!vd_parse_is(p, VD_TOK_END)) vd_parse_error(p, "the end of the text");
  vd_vec_done(&p->token);
  vd_vec_done(&p->pragma);
  vd_vec_done(&p->part);
  return p->diags->errors == p->before;
}

void vd_st_parse(VdStUnit *unit, const VdStText *text, VdDiags *diags) {
  VdStParser p;
  parser_init(&p, unit, NULL, text, diags);
  vd_parse_unit(&p);
  parser_done(&p, true);
}

VdStExpr *vd_st_parse_expr(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags) {
  VdStParser p;
  parser_init(&p, unit, pou, text, diags);
  VdStExpr *e = vd_parse_expr(&p);
  return parser_done(&p, false) ? e : NULL;
}

bool vd_st_parse_body(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                      VdStStmts *body, VdDiags *diags) {
  VdStParser p;
  parser_init(&p, unit, pou, text, diags);
  vd_parse_stmts(&p, body);
  return parser_done(&p, false);
}

VdStSpec *vd_st_parse_spec(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags) {
  VdStParser p;
  parser_init(&p, unit, pou, text, diags);
  VdStSpec *spec = vd_parse_spec(&p);
  return parser_done(&p, false) ? spec : NULL;
}

VdStExpr *vd_st_parse_init(VdStUnit *unit, VdStPou *pou, const VdStText *text,
                           VdDiags *diags) {
  VdStParser p;
  parser_init(&p, unit, pou, text, diags);
  VdStExpr *e = vd_parse_init(&p);
  return parser_done(&p, false) ? e : NULL;
}

const char *vd_st_canonical(VdStUnit *unit, const VdStText *text) {
  VdStParser p;
  VdDiags diags = {0};
  parser_init(&p, unit, NULL, text, &diags);
  const char *canonical =
      diags.errors
          ? vd_arena_printf(p.arena, "%.*s", (int)text->len, text->text)
          : vd_parse_canonical(&p, 0, p.token.len - 1);
  vd_vec_done(&p.token);
  vd_vec_done(&p.pragma);
  vd_diags_done(&diags);
  return canonical;
}
