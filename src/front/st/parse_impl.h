// What the parser's files share: a cursor over tokens, errors, and one function
// for each part of the language.
//
//   parse.c       the cursor, errors and recovery, entry points
//   parse_unit.c  files: POUs, types, globals, configurations
//   parse_decl.c  variable sections, types, initial values
//   parse_stmt.c  statements
//   parse_expr.c  expressions
//   parse_sfc.c   steps, transitions, actions
//
// After an error the parser is in panic: nothing more is reported and nothing
// is consumed by `take` until `sync` finds a place to go on from. Functions
// then return what they have, perhaps NULL.
#ifndef VD_FRONT_ST_PARSE_IMPL_H
#define VD_FRONT_ST_PARSE_IMPL_H

#include "front/st/lex.h"
#include "front/st/plc.h"

// Tokens from first to before end that belong to what has the name.
typedef struct VdStPart {
  uint32_t first, end;
  const char *name;
} VdStPart;

typedef struct VdStParser {
  VdStUnit *unit;
  VdArena *arena;
  const VdStText *text;
  VdDiags *diags;
  VdStTokens token;
  VdStPragmas pragma;
  VD_VEC(VdStPart) part;  // what is inside others comes before them
  uint32_t at;
  uint32_t depth;
  uint32_t errors;
  uint32_t before;  // errors in diags when it began
  bool panic;
  VdStPou *pou;       // the current one, or NULL
  const char *place;  // the configuration or resource around; or NULL
  bool odd;           // the declaration outside of a POU is not modelled
} VdStParser;

// ------------------------------------------------------------------ cursor
const VdStToken *vd_parse_look(const VdStParser *p, uint32_t ahead);
bool vd_parse_is(const VdStParser *p, VdStTok kind);
bool vd_parse_is_word(const VdStParser *p, uint32_t ahead, const char *word);
VdPos vd_parse_here(const VdStParser *p);
void vd_parse_skip(VdStParser *p);  // one token, in a panic too
bool vd_parse_accept(VdStParser *p, VdStTok kind);
bool vd_parse_accept_word(VdStParser *p, const char *word);
// Takes a token of this kind or reports what is there.
bool vd_parse_take(VdStParser *p, VdStTok kind);
const char *vd_parse_take_name(VdStParser *p);  // NULL with an error
// A copy of a token's text.
const char *vd_parse_text(VdStParser *p, const VdStToken *token);
// Tokens from first to before end, with a blank between them. Literals of one
// value are one text, and so are names in other cases.
const char *vd_parse_canonical(VdStParser *p, uint32_t first, uint32_t end);
void vd_parse_error(VdStParser *p, const char *expected);
// Gives up on the rest of the text.
void vd_parse_abandon(VdStParser *p, VdPos pos, const char *why);
// Every recursion goes through these; false when it is too deep.
bool vd_parse_enter(VdStParser *p);
void vd_parse_leave(VdStParser *p);
// Marks the current POU, or the declaration that is outside of one.
void vd_parse_unsupported(VdStParser *p, VdPos pos, const char *construct);
// The type of such a declaration.
VdStSpec *vd_parse_odd(VdStParser *p, VdPos pos);
// A part that ends here.
void vd_parse_part(VdStParser *p, uint32_t first, const char *name);
// The same for pragmas that count, after the token first.
void vd_parse_pragmas(VdStParser *p, uint32_t first);
// Ends a panic before one of the kinds, or after a ';'.
void vd_parse_sync(VdStParser *p, const VdStTok *stop, uint32_t n);

// ------------------------------------------------------------------- parts
VdStExpr *vd_parse_expr(VdStParser *p);
// A variable, or a call of something.
VdStExpr *vd_parse_place(VdStParser *p);
VdStExpr *vd_parse_init(VdStParser *p);
VdStSpec *vd_parse_spec(VdStParser *p);
bool vd_parse_at_vars(const VdStParser *p);
void vd_parse_vars(VdStParser *p, VdStVars *out);
void vd_parse_stmts(VdStParser *p, VdStStmts *out);
// Statements, or steps and transitions.
void vd_parse_code(VdStParser *p, VdStStmts *body, VdSfcNet **sfc);
// Does a step, transition or action of an SFC start here?
bool vd_parse_at_sfc(const VdStParser *p);
// Does a method or property start here?
bool vd_parse_at_method(const VdStParser *p);
void vd_parse_sfc_part(VdStParser *p, VdSfcNet **sfc);
void vd_parse_unit(VdStParser *p);

#endif
