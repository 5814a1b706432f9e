// Files beside those that are read: which are for people only, and whether a
// header says the same in both versions.
#include "cli/aside.h"

#include <ctype.h>
#include <strings.h>

#include "base/limit.h"

bool vd_aside_is_for_people(const char *path) {
  static const char *const end[] = {
      ".md",  ".markdown", ".txt",  ".rst", ".adoc", ".org", ".html",
      ".htm", ".pdf",      ".ps",   ".tex", ".png",  ".jpg", ".jpeg",
      ".gif", ".svg",      ".bmp",  ".ico", ".webp", ".doc", ".docx",
      ".odt", ".ods",      ".xlsx", ".csv", ".log",  ".bib", ".1",
      ".3",   ".5",        ".7",    ".8",   ".orig", ".rej", ".swp"};
  static const char *const start[] = {
      "LICENSE", "LICENCE", "COPYING", "README",     "AUTHORS", "CHANGE",
      "NEWS",    "INSTALL", "THANKS",  "CODEOWNERS", "NOTICE",  "TODO"};
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  // Said by --compile-commands, and compared then.
  if (!strcmp(name, "compile_commands.json")) return true;
  if (!strcmp(name, "CMakeLists.txt")) return false;
  for (size_t i = 0; i < VD_COUNT(end); i++)
    if (vd_path_ends(path, end[i])) return true;
  for (size_t i = 0; i < VD_COUNT(start); i++)
    if (!strncasecmp(name, start[i], strlen(start[i])) &&
        (!strchr(name, '.') || !name[strlen(start[i])]))
      return true;
  return false;
}

bool vd_aside_is_header(const char *path) {
  static const char *const end[] = {".h",   ".hh",  ".hpp", ".hxx",
                                    ".inc", ".inl", ".ipp", ".tbl"};
  for (size_t i = 0; i < VD_COUNT(end); i++)
    if (vd_path_ends(path, end[i])) return true;
  return false;
}

// ------------------------------------------------------------------ tokens
typedef struct Reader {
  const char *at, *end;
  bool fresh;      // nothing but white space since the last newline
  bool directive;  // in a line that starts with #
} Reader;

static bool starts(const Reader *r, const char *word) {
  size_t n = strlen(word);
  return (size_t)(r->end - r->at) >= n && !memcmp(r->at, word, n);
}

static void skip_past(Reader *r, const char *word) {
  while (r->at < r->end && !starts(r, word)) r->at++;
  if (r->at < r->end) r->at += strlen(word);
}

// White space and comments, up to the end of a directive. False if there was
// none.
static bool skip_space(Reader *r) {
  const char *before = r->at;
  while (r->at < r->end) {
    bool newline = *r->at == '\n';
    if (starts(r, "\\\n"))
      r->at += 2;
    else if (starts(r, "\\\r\n"))
      r->at += 3;
    else if (starts(r, "/*"))
      skip_past(r, "*/");
    else if (starts(r, "//"))
      while (r->at < r->end && *r->at != '\n') r->at++;
    else if (isspace((unsigned char)*r->at) && !(newline && r->directive))
      r->at++;
    else
      break;
    r->fresh |= newline;
  }
  return r->at > before;
}

static void copy_literal(Reader *r, VdBuf *out) {
  char quote = *r->at;
  do {
    if (*r->at == '\\' && r->at + 1 < r->end) vd_buf_char(out, *r->at++);
    vd_buf_char(out, *r->at++);
  } while (r->at < r->end && *r->at != quote && *r->at != '\n');
  if (r->at < r->end && *r->at == quote) vd_buf_char(out, *r->at++);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

// Does a space between two characters keep two tokens apart?
static bool parts(char a, char b) {
  bool brackets = strchr("()[]{};,", a) || strchr("()[]{};,", b);
  return is_word(a) == is_word(b) && !brackets;
}

static void put_token(Reader *r, bool space, VdBuf *out) {
  char last = out->len ? out->at[out->len - 1] : '\n';
  if (space && !strchr("#\n", last) && (r->directive || parts(last, *r->at)))
    vd_buf_char(out, ' ');
  if (*r->at == '"' || *r->at == '\'')
    copy_literal(r, out);
  else
    vd_buf_char(out, *r->at++);
}

// A line of its own for each directive; else white space only where it counts.
static void put_tokens(const VdBuf *text, VdBuf *out) {
  Reader r = {.at = vd_buf_text(text), .fresh = true};
  r.end = r.at + text->len;
  while (true) {
    bool space = skip_space(&r);
    if (r.at == r.end) return;
    bool begins = *r.at == '#' && r.fresh, ends = *r.at == '\n';
    if (begins || ends) vd_buf_char(out, '\n');
    r.directive = begins || (r.directive && !ends);
    r.fresh = ends;
    if (ends)
      r.at++;
    else
      put_token(&r, space, out);
  }
}

bool vd_aside_is_same_header(const char *x, const char *y) {
  VdBuf text[2] = {{0}, {0}}, tokens[2] = {{0}, {0}};
  const char *path[2] = {x, y};
  bool ok = true;
  for (int k = 0; k < 2; k++) {
    ok = ok && vd_file_is_regular(path[k]) &&
         vd_file_read(path[k], vd_limit->aside_bytes, &text[k]);
    if (ok) put_tokens(&text[k], &tokens[k]);
  }
  ok = ok && tokens[0].len == tokens[1].len &&
       !memcmp(vd_buf_text(&tokens[0]), vd_buf_text(&tokens[1]), tokens[0].len);
  for (int k = 0; k < 2; k++) {
    vd_buf_done(&text[k]);
    vd_buf_done(&tokens[k]);
  }
  return ok;
}
