// C text as tokens, without a preprocessor: for what is found in a rule file by
// its words. Internal to front/c.
#ifndef VD_FRONT_C_CTOKEN_H
#define VD_FRONT_C_CTOKEN_H

#include "base/base.h"

typedef enum VdCTokenKind {
  VD_CTOKEN_END = 0,
  VD_CTOKEN_OTHER,
  VD_CTOKEN_NAME,
  VD_CTOKEN_NUMBER,
  VD_CTOKEN_CHAR,
  VD_CTOKEN_STRING,
  VD_CTOKEN_OPEN,
  VD_CTOKEN_CLOSE,
  VD_CTOKEN_AND,
  VD_CTOKEN_OR,
  VD_CTOKEN_NOT,
} VdCTokenKind;

typedef struct VdCToken {
  VdCTokenKind kind;
  const char *at;
  uint32_t len;  // with its quotes
  uint32_t line, column;
  bool directive;  // in a line that starts with #
} VdCToken;

typedef struct VdCTokens {
  const char *at, *end, *line_start;
  uint32_t line;
  bool started;    // there was a token in this line
  bool directive;  // it was a #
  // Not all so far was plain: a line was joined to the next, a string has an
  // escape, a quote or comment has no end, signs stand for others.
  bool odd;
} VdCTokens;

void vd_ctokens_init(VdCTokens *tokens, const char *text, size_t len);
VdCToken vd_ctokens_next(VdCTokens *tokens);

// Of the comment that starts there; 0 if none does.
size_t vd_ctoken_comment(const char *at, const char *end);

bool vd_ctoken_is(const VdCToken *token, const char *word);

// Whether four tokens are the question has("text") or has_any("text").
bool vd_ctoken_asks(const VdCToken token[4]);

#endif
