// Patterns: raw expressions written as text, for tables of rules.
//
//   x y z w  bit-vectors of the row's width, or of another: x:2w, x:8
//   p q r    Bool             a b c  floats         m n  memories
//   &1       address of object 1 of the universe    @0   a pointer parameter
//   5 -1 min max  constants of the row's width, or 5:64
//   f1 f-2 f-0 f.5 inf -inf nan  float constants    true false rom
// Widths and immediates are numbers, w, w+3, w-1, 2w or 2w-1; e and s are the
// exponent and significand bits of the row's format.
// Operators are those of op.def, the immediates first, and or, bvor, bvneg,
// bvsub, bvule, bvugt, bvuge, bvsle, bvsgt, bvsge, ne.
#ifndef VD_TEST_PATTERN_H
#define VD_TEST_PATTERN_H

#include <ctype.h>
#include <stdlib.h>

#include "gen.h"

typedef struct Pattern {
  Gen *gen;
  const char *at, *text;
  uint32_t width;
  VdSort format;
} Pattern;

static inline Raw *read_pattern(Pattern *p);

static inline bool is_word_end(char c) {
  return c == '\0' || c == ' ' || c == ')' || c == '(';
}

static inline void read_word(Pattern *p, char word[32]) {
  size_t n = 0;
  while (*p->at == ' ') p->at++;
  while (!is_word_end(p->at[n])) n++;
  if (n == 0 || n >= 32) fail_msg("pattern %s at %s", p->text, p->at);
  memcpy(word, p->at, n);
  word[n] = '\0';
  p->at += n;
}

// 7, w, w+3, w-1, 2w, 2w-1; e and s as w
static inline uint64_t number_of_text(const Pattern *p, const char *text) {
  char *end;
  uint64_t k = isdigit((unsigned char)*text) ? strtoull(text, &end, 0)
                                             : (end = (char *)text, 1ull);
  if (*end && strchr("wes", *end)) {
    k *= *end == 'w' ? p->width : *end == 'e' ? p->format.a : p->format.b;
    end++;
    if (*end) k += (uint64_t)strtoll(end, &end, 0);
  }
  if (*end) fail_msg("pattern %s: number %s", p->text, text);
  return k;
}

static inline uint64_t read_number(Pattern *p) {
  char word[32];
  read_word(p, word);
  return number_of_text(p, word);
}

// -------------------------------------------------------------------- leaves

static inline Raw *float_number(Pattern *p, const char *text) {
  bool negative = text[0] == '-', half = strstr(text, ".5") != NULL;
  int64_t k = half ? 1 : atoi(text + negative);
  VdValue v, two, from = vd_value_bv(64, (uint64_t)k);
  VdArena *arena = &p->gen->arena;
  uint64_t imm = vd_imm_float(p->format);
  assert_true(vd_op_eval(arena, VD_OP_STOF, imm, &from, 1, &v));
  if (half) {
    from.bits = 2;
    assert_true(vd_op_eval(arena, VD_OP_STOF, imm, &from, 1, &two));
    VdValue pair[] = {v, two};
    assert_true(vd_op_eval(arena, VD_OP_FDIV, 0, pair, 2, &v));
  }
  if (negative) assert_true(vd_op_eval(arena, VD_OP_FNEG, 0, &v, 1, &v));
  return raw_value(p->gen, v);
}

static inline Raw *float_ratio(Pattern *p, const char *over,
                               const char *under) {
  VdValue v,
      pair[] = {float_number(p, over)->value, float_number(p, under)->value};
  assert_true(vd_op_eval(&p->gen->arena, VD_OP_FDIV, 0, pair, 2, &v));
  return raw_value(p->gen, v);
}

static inline Raw *constant(Pattern *p, const char *word, uint32_t width) {
  if (strcmp(word, "min") == 0 || strcmp(word, "max") == 0) {
    bool is_max = word[1] == 'a';
    return raw_bv(p->gen, width, (1ull << (width - 1)) - is_max);
  }
  return raw_bv(p->gen, width, (uint64_t)strtoll(word, NULL, 0));
}

static inline Raw *read_leaf(Pattern *p) {
  char word[32];
  Gen *g = p->gen;
  read_word(p, word);
  char *colon = strchr(word, ':');
  uint32_t width = colon ? (uint32_t)number_of_text(p, colon + 1) : p->width;
  if (colon) *colon = '\0';
  char c = word[0];
  if (strcmp(word, "true") == 0) return raw_value(g, vd_value_bool(true));
  if (strcmp(word, "false") == 0) return raw_value(g, vd_value_bool(false));
  if (strcmp(word, "rom") == 0) return raw_new(g, VD_OP_ROM, vd_sort_mem(), 0);
  if (strcmp(word, "inf") == 0) return float_ratio(p, "1", "0");
  if (strcmp(word, "-inf") == 0) return float_ratio(p, "1", "-0");
  if (strcmp(word, "nan") == 0) return float_ratio(p, "0", "0");
  if (c == 'f') return float_number(p, word + 1);
  if (isdigit((unsigned char)c) || c == '-' || strcmp(word, "min") == 0 ||
      strcmp(word, "max") == 0)
    return constant(p, word, width);
  uint32_t number = (uint32_t)c;
  if (c == '&')
    return raw_new(g, VD_OP_ADDR, vd_sort_bv(64), (uint64_t)atoi(word + 1));
  if (c == '@')
    return raw_var(g, vd_sort_bv(64), POINTER + (uint32_t)atoi(word + 1));
  if (strchr("xyzw", c)) return raw_var(g, vd_sort_bv(width), number);
  if (strchr("pqr", c)) return raw_var(g, vd_sort_bool(), number);
  if (strchr("abc", c)) return raw_var(g, p->format, number);
  if (strchr("mn", c)) return raw_var(g, vd_sort_mem(), number);
  fail_msg("pattern %s: leaf %s", p->text, word);
  return NULL;
}

// ---------------------------------------------------------------- operators

static inline Raw *raw_not(Gen *g, Raw *a) {
  return raw1(g, VD_OP_NOT, 0, a);
}

static inline Raw *negated(Gen *g, Raw *a) {
  Raw *ones = raw1(g, VD_OP_BVNOT, 0, raw_bv(g, a->sort.a, 0));
  return raw2(g, VD_OP_BVMUL, ones, a);
}

// Operators that op.def does without; NULL if it is none.
static inline Raw *apply_macro(Gen *g, const char *op, Raw *const *x) {
  static const struct {
    const char *name;
    VdOp op;
    bool swap, negate;
  } compare[] = {
      {"bvule", VD_OP_BVULT, true, true},  {"bvugt", VD_OP_BVULT, true, false},
      {"bvuge", VD_OP_BVULT, false, true}, {"bvsle", VD_OP_BVSLT, true, true},
      {"bvsgt", VD_OP_BVSLT, true, false}, {"bvsge", VD_OP_BVSLT, false, true},
      {"ne", VD_OP_EQ, false, true},
  };
  for (size_t i = 0; i < VD_COUNT(compare); i++) {
    if (strcmp(op, compare[i].name) != 0) continue;
    bool swap = compare[i].swap;
    Raw *t = raw2(g, compare[i].op, x[swap], x[!swap]);
    return compare[i].negate ? raw_not(g, t) : t;
  }
  if (strcmp(op, "or") == 0)
    return raw_not(g, raw2(g, VD_OP_AND, raw_not(g, x[0]), raw_not(g, x[1])));
  if (strcmp(op, "bvor") == 0) {
    Raw *a = raw1(g, VD_OP_BVNOT, 0, x[0]), *b = raw1(g, VD_OP_BVNOT, 0, x[1]);
    return raw1(g, VD_OP_BVNOT, 0, raw2(g, VD_OP_BVAND, a, b));
  }
  if (strcmp(op, "bvneg") == 0) return negated(g, x[0]);
  if (strcmp(op, "bvsub") == 0)
    return raw2(g, VD_OP_BVADD, x[0], negated(g, x[1]));
  return NULL;
}

static inline uint64_t read_imm(Pattern *p, VdOp op) {
  if (op == VD_OP_EXTRACT) {
    uint64_t high = read_number(p), low = read_number(p);
    return vd_imm_extract((uint32_t)high, (uint32_t)low);
  }
  if (!(vd_op_info[op].flags & VD_OP_S)) return 0;
  bool to_float = op == VD_OP_FTOF || op == VD_OP_STOF || op == VD_OP_UTOF ||
                  op == VD_OP_BTOF;
  if (!to_float) return read_number(p);
  uint64_t exponent = read_number(p), significand = read_number(p);
  return vd_imm_float(vd_sort_float((uint32_t)exponent, (uint16_t)significand));
}

static inline Raw *read_pattern(Pattern *p) {
  while (*p->at == ' ') p->at++;
  if (*p->at != '(') return read_leaf(p);
  p->at++;
  char word[32];
  read_word(p, word);
  VdOp op = vd_op_read(word, strlen(word));
  uint64_t imm = op ? read_imm(p, op) : 0;
  Raw *arg[RAW_ARGS] = {NULL};
  uint32_t n = 0;
  for (; *p->at != ')'; n++) {
    if (n == RAW_ARGS || !*p->at) fail_msg("pattern %s", p->text);
    arg[n] = read_pattern(p);
    while (*p->at == ' ') p->at++;
  }
  p->at++;
  Raw *raw =
      op ? raw_op(p->gen, op, imm, n, arg) : apply_macro(p->gen, word, arg);
  if (!raw) fail_msg("pattern %s: operator %s", p->text, word);
  return raw;
}

static inline Raw *pattern_read(Gen *g, const char *text, uint32_t width,
                                VdSort format) {
  Pattern p = {g, text, text, width, format};
  Raw *raw = read_pattern(&p);
  if (*p.at) fail_msg("pattern %s: more at %s", text, p.at);
  return raw;
}

#endif
