#include <stdlib.h>
#include <string.h>

enum Kind { END, NUMBER, NAME, PUNCTUATION, BAD };

struct Token {
  enum Kind kind;
  const char *start;
  int length;
  long value;
};

struct Lexer {
  const char *at;
  int line;
  int errors;
  struct Token token;
};

static void skip_blanks(struct Lexer *lexer) {
  while (*lexer->at == ' ' || *lexer->at == '\t' || *lexer->at == '\n') {
    if (*lexer->at == '\n') lexer->line++;
    lexer->at++;
  }
}

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void set_token(struct Lexer *lexer, enum Kind kind, const char *start,
                      long value) {
  lexer->token.kind = kind;
  lexer->token.start = start;
  lexer->token.length = (int)(lexer->at - start);
  lexer->token.value = value;
}

void next_token(struct Lexer *lexer) {
  skip_blanks(lexer);
  const char *start = lexer->at;
  if (*start == 0) {
    set_token(lexer, END, start, 0);
    return;
  }
  if (is_digit(*start)) {
    unsigned long value = 0;
    while (is_digit(*lexer->at)) {
      value = value * 10 + (unsigned long)(*lexer->at - '0');
      lexer->at++;
    }
    set_token(lexer, NUMBER, start, (long)value);
    return;
  }
  if (is_letter(*start)) {
    while (is_letter(*lexer->at) || is_digit(*lexer->at)) lexer->at++;
    set_token(lexer, NAME, start, 0);
    return;
  }
  lexer->at++;
  if (strchr("+-*/()=,;", *start) != NULL) {
    set_token(lexer, PUNCTUATION, start, *start);
    return;
  }
  lexer->errors++;
  set_token(lexer, BAD, start, *start);
}

int precedence(const struct Token *token) {
  if (token->kind != PUNCTUATION) return 0;
  if (token->value == '=') return 1;
  if (token->value == '+' || token->value == '-') return 2;
  if (token->value == '*' || token->value == '/') return 3;
  return 0;
}

int accept(struct Lexer *lexer, int punctuation) {
  if (lexer->token.kind == PUNCTUATION && lexer->token.value == punctuation) {
    next_token(lexer);
    return 1;
  }
  return 0;
}

int expect(struct Lexer *lexer, int punctuation) {
  if (accept(lexer, punctuation)) return 1;
  lexer->errors++;
  return 0;
}
