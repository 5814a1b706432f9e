// A flat script as one assertion under nested lets.
//
// Z3 4.8.12 copies what a defined name stands for at every use: 2,000
// definitions, each over the one before, take it minutes to read, and as lets
// a hundredth of a second. Its parser keeps lets on the heap, a million of
// them at least, so nesting does it no harm.
#include "solve/solve_impl.h"

// The printer writes one command a line.
typedef struct Line {
  const char *at, *end;
} Line;

static bool next_line(const VdBuf *script, Line *line) {
  const char *end = script->at + script->len;
  line->at = line->at ? line->end + 1 : script->at;
  if (line->at >= end) return false;
  line->end = memchr(line->at, '\n', (size_t)(end - line->at));
  if (!line->end) line->end = end;
  return true;
}

static bool starts_with(const Line *line, const char *word) {
  size_t n = strlen(word);
  return (size_t)(line->end - line->at) >= n && memcmp(line->at, word, n) == 0;
}

static void add(VdBuf *out, const char *at, const char *end) {
  vd_buf_add(out, at, (size_t)(end - at));
}

// Skips one expression: a word, or all within parentheses.
static const char *skip(const char *at, const char *end) {
  int open = 0;
  do {
    size_t n = vd_token_next(&at, end);
    if (n == 0) return end;
    open += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    at += n;
  } while (open > 0);
  return at;
}

// "(define-fun n7 () SORT expression)" becomes "(let ((n7 expression))".
static void add_let(const Line *line, VdBuf *out) {
  const char *name = line->at + strlen("(define-fun ");
  const char *name_end = skip(name, line->end);
  const char *sort = skip(name_end, line->end);  // past the ()
  vd_buf_str(out, "(let ((");
  add(out, name, name_end);
  add(out, skip(sort, line->end), line->end - 1);
  vd_buf_str(out, "))\n");
}

void vd_script_nest(const VdBuf *script, VdBuf *out) {
  uint32_t lets = 0;
  for (Line line = {0}; next_line(script, &line);) {
    if (!starts_with(&line, "(declare") && !starts_with(&line, "(set"))
      continue;
    add(out, line.at, line.end);
    vd_buf_char(out, '\n');
  }
  vd_buf_str(out, "(assert ");
  for (Line line = {0}; next_line(script, &line);) {
    if (!starts_with(&line, "(define-fun ")) continue;
    add_let(&line, out);
    lets++;
  }
  vd_buf_str(out, "(and true");
  for (Line line = {0}; next_line(script, &line);)
    if (starts_with(&line, "(assert "))
      add(out, line.at + strlen("(assert"), line.end - 1);
  for (uint32_t i = 0; i < lets; i++) vd_buf_char(out, ')');
  vd_buf_str(out, "))\n");
}
