// Splitting text into words as a shell does.
#include "cli/cli.h"

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

// In double quotes a backslash only escapes what means something there.
static bool is_escape(const char *at, char quote) {
  if (*at != '\\' || !at[1] || quote == '\'') return false;
  return !quote || strchr("\"\\$`\n", at[1]) != NULL;
}

// Takes one word off the front; false if a quote does not end.
static bool take_word(const char **text, VdBuf *word, VdBuf *error) {
  const char *at = *text;
  char quote = 0;
  for (; *at && (quote || !is_space(*at)); at++) {
    if (is_escape(at, quote)) {
      at++;
      if (*at != '\n') vd_buf_char(word, *at);
    } else if (quote ? *at == quote : *at == '\'' || *at == '"') {
      quote = quote ? 0 : *at;
    } else {
      vd_buf_char(word, *at);
    }
  }
  if (quote) vd_buf_printf(error, "a %c is not closed in: %s", quote, *text);
  *text = at;
  return !quote;
}

const char *const *vd_words_split(VdArena *arena, const char *text,
                                  VdBuf *error) {
  VD_VEC(const char *) words = {0};
  VdBuf word = {0};
  bool ok = true;
  for (;;) {
    while (is_space(*text)) text++;
    if (!*text) break;
    word.len = 0;
    vd_buf_str(&word, "");
    ok = take_word(&text, &word, error);
    if (!ok) break;
    vd_push(&words, vd_arena_str(arena, word.at));
  }
  vd_push(&words, NULL);
  const char *const *list =
      ok ? vd_arena_copy(arena, words.at, words.len * sizeof *words.at) : NULL;
  vd_vec_done(&words);
  vd_buf_done(&word);
  return list;
}
