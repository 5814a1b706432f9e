// Structured Text to tokens. Comments and pragmas are left out, numbers and
// times have their values. Tokens point into the text, which must outlive them.
#ifndef VD_FRONT_ST_LEX_H
#define VD_FRONT_ST_LEX_H

#include "front/st/parse.h"

typedef enum VdStTok {
  VD_TOK_END = 0,
  VD_TOK_NAME,
  VD_TOK_LITERAL,  // literal, bits, real, negative; prefix if it is typed
  VD_TOK_STRING,
  VD_TOK_ENUM,  // prefix#name; text is the name
  VD_TOK_ADDRESS,
  VD_TOK_OPEN,           // (
  VD_TOK_CLOSE,          // )
  VD_TOK_OPEN_BRACKET,   // [
  VD_TOK_CLOSE_BRACKET,  // ]
  VD_TOK_COMMA,
  VD_TOK_SEMICOLON,
  VD_TOK_COLON,
  VD_TOK_DOT,
  VD_TOK_RANGE,    // ..
  VD_TOK_BECOMES,  // :=
  VD_TOK_GIVES,    // =>
  VD_TOK_EQ,
  VD_TOK_NE,
  VD_TOK_LT,
  VD_TOK_LE,
  VD_TOK_GT,
  VD_TOK_GE,
  VD_TOK_PLUS,
  VD_TOK_MINUS,
  VD_TOK_STAR,
  VD_TOK_SLASH,
  VD_TOK_POWER,
  VD_TOK_AMP,
  VD_TOK_CARET,
  VD_TOK_KEYWORD,  // keywords are from here on
#define KEYWORD(name) VD_KEY_##name,
#include "front/st/keyword.def"
#undef KEYWORD
} VdStTok;

typedef struct VdStToken {
  VdStTok kind;
  VdStLiteral literal;
  bool negative;
  bool based;  // an integer with a base, 16#FF
  uint32_t line, column;
  const char *text;
  uint32_t len;
  uint32_t prefix_len;
  const char *prefix;  // not NUL-terminated, except of times and dates
  union {
    uint64_t bits;
    double real;
  };
} VdStToken;

typedef VD_VEC(VdStToken) VdStTokens;

// A pragma that changes what the program is: {IF defined ...}, code in C.
typedef struct VdStPragma {
  uint32_t before;  // the number of the token after it
  VdPos pos;
  const char *text;
  size_t len;
  bool passive;  // an attribute, which tools read: {attribute 'TcLinkTo' := ''}
} VdStPragma;
typedef VD_VEC(VdStPragma) VdStPragmas;

// The last token is an END. Errors are in diags; what they are about is left
// out, as are pragmas that are for people only.
void vd_st_lex(const VdStText *text, VdStTokens *out, VdStPragmas *pragmas,
               VdDiags *diags);

// Tokens, one a line, in lower case but for strings: no token has a line break.
void vd_st_tokens_print(const VdStToken *token, uint32_t n, VdBuf *out);
// A token as people know it: "';'", "'Motor'", "the end of the file".
void vd_st_token_print(const VdStToken *token, VdBuf *out);
const char *vd_st_tok_text(VdStTok kind);  // "';'", "a name", "END_IF"

#endif
