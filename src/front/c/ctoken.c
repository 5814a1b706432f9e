// Tokens of C: comments, literals, names and signs.
#include "front/c/ctoken.h"

void vd_ctokens_init(VdCTokens *t, const char *text, size_t len) {
  *t =
      (VdCTokens){.at = text, .end = text + len, .line_start = text, .line = 1};
}

// Bytes of other alphabets are letters to clang, and so is a dollar.
static bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || vd_is_digit(c) ||
         c == '_' || c == '$' || (c & 0x80);
}

size_t vd_ctoken_comment(const char *at, const char *end) {
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

static void next_line(VdCTokens *t) {
  t->line++;
  t->line_start = t->at;
}

static void skip_comment(VdCTokens *t, size_t len) {
  const char *end = t->at + len;
  bool line = t->at[1] == '/';
  t->odd |= !line && (len < 4 || memcmp(end - 2, "*/", 2));
  while (t->at < end) {
    t->odd |= line && *t->at == '\\';
    if (*t->at++ == '\n') next_line(t);
  }
}

// The end of a line that goes on in the next.
static bool is_joined(const char *start, const char *at) {
  if (at > start && at[-1] == '\r') at--;
  return at > start && at[-1] == '\\';
}

static void skip_space(VdCTokens *t) {
  const char *start = t->at;
  while (t->at < t->end) {
    size_t comment = vd_ctoken_comment(t->at, t->end);
    if (comment) {
      skip_comment(t, comment);
    } else if (*t->at == '\n') {
      t->directive = t->directive && is_joined(start, t->at);
      t->started = t->directive;
      t->at++;
      next_line(t);
    } else if (*t->at && strchr(" \t\r\f\v\\", *t->at)) {
      t->odd |= *t->at++ == '\\';
    } else {
      return;
    }
  }
}

// A quote that does not end before its line does may stand in what #if leaves
// out.
static VdCTokenKind read_quoted(VdCTokens *t) {
  char quote = *t->at++;
  while (t->at < t->end && *t->at != quote && *t->at != '\n') {
    bool escape = *t->at == '\\' && t->at + 1 < t->end;
    t->odd |= *t->at == '\\';
    // A line that is joined to the next is another line all the same.
    if (escape && t->at[1] == '\n') {
      t->at += 2;
      next_line(t);
    } else {
      t->at += escape ? 2 : 1;
    }
  }
  if (t->at < t->end && *t->at == quote) {
    t->at++;
    return quote == '"' ? VD_CTOKEN_STRING : VD_CTOKEN_CHAR;
  }
  t->odd = true;
  return VD_CTOKEN_OTHER;
}

// <: and the like stand for other signs.
static bool is_digraph(char c, char next) {
  return (c == '<' && (next == ':' || next == '%')) ||
         (c == '%' && (next == ':' || next == '>')) ||
         (c == ':' && next == '>') || (c == '?' && next == '?');
}

static VdCTokenKind read_sign(VdCTokens *t) {
  char c = *t->at++, next = t->at < t->end ? *t->at : '\0';
  t->odd |= is_digraph(c, next);
  if (c == '(') return VD_CTOKEN_OPEN;
  if (c == ')') return VD_CTOKEN_CLOSE;
  bool doubled = (c == '&' || c == '|') && next == c;
  bool compares = next == '=' && c && strchr("=!<>", c);
  t->at += doubled || compares;
  if (doubled) return c == '&' ? VD_CTOKEN_AND : VD_CTOKEN_OR;
  return c == '!' && !compares ? VD_CTOKEN_NOT : VD_CTOKEN_OTHER;
}

VdCToken vd_ctokens_next(VdCTokens *t) {
  skip_space(t);
  VdCToken token = {.at = t->at,
                    .line = t->line,
                    .column = (uint32_t)(t->at - t->line_start) + 1};
  if (t->at == t->end) return token;
  if (!t->started) t->directive = *t->at == '#';
  t->started = true;
  token.directive = t->directive;
  if (is_name_byte(*t->at)) {
    token.kind = vd_is_digit(*t->at) ? VD_CTOKEN_NUMBER : VD_CTOKEN_NAME;
    while (t->at < t->end && is_name_byte(*t->at)) t->at++;
  } else if (*t->at == '"' || *t->at == '\'') {
    token.kind = read_quoted(t);
  } else {
    token.kind = read_sign(t);
  }
  token.len = (uint32_t)(t->at - token.at);
  return token;
}

bool vd_ctoken_is(const VdCToken *t, const char *word) {
  return t->kind == VD_CTOKEN_NAME && t->len == strlen(word) &&
         !memcmp(t->at, word, t->len);
}

bool vd_ctoken_asks(const VdCToken t[4]) {
  return (vd_ctoken_is(t, "has") || vd_ctoken_is(t, "has_any")) &&
         t[1].kind == VD_CTOKEN_OPEN && t[2].kind == VD_CTOKEN_STRING &&
         t[3].kind == VD_CTOKEN_CLOSE;
}
