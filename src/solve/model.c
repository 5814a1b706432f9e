// Values out of what solvers print. What a solver prints is never trusted:
// anything that is not a value of the expected sort is refused.
#include <stdlib.h>

#include "base/limit.h"
#include "solve/solve_impl.h"

// -------------------------------------------------------------------- tokens

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_end(char c) {
  return is_blank(c) || c == '(' || c == ')' || c == '"' || c == '|' ||
         c == ';';
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (is_blank(*at) || *at == ';')) {
    if (*at == ';')
      while (at < end && *at != '\n') at++;
    else
      at++;
  }
  return at;
}

size_t vd_token_next(const char **at, const char *end) {
  const char *start = *at = skip_blanks(*at, end), *p = start + 1;
  if (start == end) return 0;
  if (*start == '(' || *start == ')') return 1;
  if (*start == '|' || *start == '"') {
    while (p < end && *p != *start) p++;
    return p < end ? (size_t)(p + 1 - start) : 0;
  }
  while (p < end && !is_end(*p)) p++;
  return (size_t)(p - start);
}

// The tokens of one value.
typedef struct Token {
  const char *at;
  size_t len;
} Token;
typedef struct Tokens {
  Token at[VD_MOST_model_tokens];
  uint32_t len;
} Tokens;

static bool split(const char *text, size_t len, Tokens *tokens) {
  const char *at = text, *end = text + len;
  for (size_t n; (n = vd_token_next(&at, end)) > 0; at += n) {
    if (tokens->len == vd_limit->model_tokens) return false;
    tokens->at[tokens->len++] = (Token){at, n};
  }
  return tokens->len > 0 && at == end;
}

static bool token_is(Token token, const char *text) {
  return token.len == strlen(text) && memcmp(token.at, text, token.len) == 0;
}

// --------------------------------------------------------------- bit-vectors

__extension__ typedef unsigned __int128 Twin;  // two limbs

// Bits under construction, a number that grows at its low end.
typedef struct Bits {
  uint64_t *limb;
  uint32_t limbs;
} Bits;

static Bits bits_of(VdArena *arena, uint32_t width) {
  uint32_t limbs = (width + 63) / 64;
  return (Bits){VD_NEW_ARRAY(arena, uint64_t, limbs), limbs};
}

// bits * base + digit; false if it does not fit the limbs.
static bool push_digit(Bits *bits, uint32_t base, uint32_t digit) {
  uint64_t carry = digit;
  for (uint32_t i = 0; i < bits->limbs; i++) {
    Twin x = (Twin)bits->limb[i] * base + carry;
    bits->limb[i] = (uint64_t)x;
    carry = (uint64_t)(x >> 64);
  }
  return carry == 0;
}

static bool read_digits(Bits *bits, uint32_t base, const char *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char c = at[i];
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                            : base;
    if (digit >= base || !push_digit(bits, base, digit)) return false;
  }
  return n > 0;
}

static bool fits(const Bits *bits, uint32_t width) {
  uint32_t used = width % 64;
  return used == 0 || bits->limb[bits->limbs - 1] >> used == 0;
}

// #b0101 or #x5f of exactly this width, below what is in bits already.
static bool read_literal(Bits *bits, Token token, uint32_t width) {
  if (token.len < 3 || token.at[0] != '#') return false;
  size_t digits = token.len - 2;
  if (token.at[1] == 'b' && digits == width)
    return read_digits(bits, 2, token.at + 2, digits);
  if (token.at[1] == 'x' && width % 4 == 0 && digits == width / 4)
    return read_digits(bits, 16, token.at + 2, digits);
  return false;
}

static bool is_number(Token token, uint32_t n) {
  char text[16];
  snprintf(text, sizeof text, "%u", n);
  return token_is(token, text);
}

// ( _ bv42 8 )
static bool read_decimal(Bits *bits, const Tokens *t, uint32_t width) {
  return t->len == 5 && token_is(t->at[0], "(") && token_is(t->at[1], "_") &&
         t->at[2].len > 2 && memcmp(t->at[2].at, "bv", 2) == 0 &&
         is_number(t->at[3], width) && token_is(t->at[4], ")") &&
         read_digits(bits, 10, t->at[2].at + 2, t->at[2].len - 2);
}

static bool read_bv(VdArena *arena, VdSort sort, const Tokens *t,
                    VdValue *out) {
  Bits bits = bits_of(arena, sort.a);
  bool ok = t->len == 1 ? read_literal(&bits, t->at[0], sort.a)
                        : read_decimal(&bits, t, sort.a);
  if (!ok || !fits(&bits, sort.a)) return false;
  *out = vd_value_limbs(arena, sort.a, bits.limb, bits.limbs);
  return true;
}

// -------------------------------------------------------------------- floats

// ( fp #b0 #b... #b... )
static bool read_fp(VdArena *arena, VdSort sort, const Tokens *t,
                    VdValue *out) {
  uint32_t width = vd_sort_width(sort);
  Bits bits = bits_of(arena, width);
  bool ok = t->len == 6 && token_is(t->at[0], "(") &&
            token_is(t->at[1], "fp") && token_is(t->at[5], ")") &&
            read_literal(&bits, t->at[2], 1) &&
            read_literal(&bits, t->at[3], sort.a) &&
            read_literal(&bits, t->at[4], sort.b - 1u);
  if (!ok) return false;
  VdValue value = vd_value_limbs(arena, width, bits.limb, bits.limbs);
  *out = vd_value_as_float(arena, sort, value);
  return true;
}

static bool round_to(VdArena *arena, VdSort sort, double x, VdValue *out) {
  VdValue value = vd_value_double(x);
  return vd_op_eval(arena, VD_OP_FTOF, vd_imm_float(sort), &value, 1, out);
}

// ( _ -oo 8 24 )
static bool read_special(VdArena *arena, VdSort sort, const Tokens *t,
                         VdValue *out) {
  static const struct {
    const char *name;
    double value;
  } special[] = {{"+zero", 0.0},
                 {"-zero", -0.0},
                 {"+oo", __builtin_inf()},
                 {"-oo", -__builtin_inf()},
                 {"NaN", __builtin_nan("")}};
  if (t->len != 6 || !token_is(t->at[0], "(") || !token_is(t->at[1], "_") ||
      !is_number(t->at[3], sort.a) || !is_number(t->at[4], sort.b) ||
      !token_is(t->at[5], ")"))
    return false;
  for (uint32_t i = 0; i < VD_COUNT(special); i++)
    if (token_is(t->at[2], special[i].name))
      return round_to(arena, sort, special[i].value, out);
  return false;
}

// An unsigned decimal number; strtold alone would take "nan" and "0x1".
static bool read_number(VdArena *arena, Token token, long double *out) {
  for (size_t i = 0; i < token.len; i++)
    if ((token.at[i] < '0' || token.at[i] > '9') && token.at[i] != '.')
      return false;
  char *text = vd_arena_alloc(arena, token.len + 1), *end;
  memcpy(text, token.at, token.len);
  *out = strtold(text, &end);
  return end > text && *end == '\0';
}

// 1.5, (- 1.5), (/ 1.0 3.0), (- (/ 1.0 3.0)), (/ (- 1.0) 3.0)
static bool read_real(VdArena *arena, VdSort sort, const Tokens *t,
                      VdValue *out) {
  long double number[2], sign = 1;
  uint32_t n = 0;
  bool divide = false;
  for (uint32_t i = 0; i < t->len; i++) {
    if (token_is(t->at[i], "-"))
      sign = -sign;
    else if (token_is(t->at[i], "/"))
      divide = true;
    else if (token_is(t->at[i], "(") || token_is(t->at[i], ")"))
      continue;
    else if (n == 2 || !read_number(arena, t->at[i], &number[n++]))
      return false;
  }
  if (n != (divide ? 2 : 1)) return false;
  return round_to(arena, sort,
                  sign * (divide ? number[0] / number[1] : number[0]), out);
}

static bool read_bool(const Tokens *t, VdValue *out) {
  bool yes = token_is(t->at[0], "true");
  *out = vd_value_bool(yes);
  return t->len == 1 && (yes || token_is(t->at[0], "false"));
}

bool vd_model_read(VdArena *arena, VdSort sort, const char *text, size_t len,
                   VdValue *out) {
  Tokens t = {.len = 0};
  if (!split(text, len, &t)) return false;
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_BOOL: return read_bool(&t, out);
    case VD_SORT_BV: return read_bv(arena, sort, &t, out);
    case VD_SORT_FLOAT:
      return read_fp(arena, sort, &t, out) ||
             read_special(arena, sort, &t, out) ||
             read_real(arena, sort, &t, out);
    case VD_SORT_NONE:
    case VD_SORT_ARRAY:
    case VD_SORT_WORLD: break;
  }
  return false;
}
