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
  return !(c < '0' || c > '9');
}

static int is_letter(char c) {
  if (c == '_') return 1;
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static void set_token(struct Lexer *lexer, enum Kind kind, const char *start,
                      long value) {
  struct Token *token = &lexer->token;
  token->value = value;
  token->length = (int)(lexer->at - start);
  token->start = start;
  token->kind = kind;
}

void next_token(struct Lexer *lexer) {
  skip_blanks(lexer);
  const char *start = lexer->at;
  if (*start == 0) {
    set_token(lexer, END, start, 0);
  } else if (is_digit(*start)) {
    unsigned long value = 0;
    while (is_digit(*lexer->at)) {
      unsigned long digit = (unsigned long)(*lexer->at - '0');
      value = digit + 10 * value;
      lexer->at++;
    }
    set_token(lexer, NUMBER, start, (long)value);
  } else if (is_letter(*start)) {
    while (is_letter(*lexer->at) || is_digit(*lexer->at)) lexer->at++;
    set_token(lexer, NAME, start, 0);
  } else {
    lexer->at++;
    if (strchr("+-*/()=,;", *start)) {
      set_token(lexer, PUNCTUATION, start, *start);
    } else {
      lexer->errors++;
      set_token(lexer, BAD, start, *start);
    }
  }
}

int precedence(const struct Token *token) {
  if (token->kind == PUNCTUATION) {
    switch (token->value) {
      case '=': return 1;
      case '-':
      case '+': return 2;
      case '/':
      case '*': return 3;
    }
  }
  return 0;
}

int accept(struct Lexer *lexer, int punctuation) {
  if (lexer->token.kind != PUNCTUATION) return 0;
  if (lexer->token.value != punctuation) return 0;
  next_token(lexer);
  return 1;
}

int expect(struct Lexer *lexer, int punctuation) {
  int ok = accept(lexer, punctuation);
  if (!ok) lexer->errors++;
  return ok;
}
