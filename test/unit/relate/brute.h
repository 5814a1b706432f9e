// Crosswalks of a few codes, decided by going through everything. Written from
// the definitions of the paper and nothing else: sets are bit masks, a relation
// is a table over all pairs of sets. It is what the real thing is tested
// against.
#ifndef VD_TEST_BRUTE_H
#define VD_TEST_BRUTE_H

#include "base/base.h"

#ifndef BRUTE_CODES
#define BRUTE_CODES 4
#endif
enum { BRUTE_SETS = 1 << BRUTE_CODES, BRUTE_LINES = 2 * BRUTE_CODES };

typedef struct BruteLine {
  uint32_t old, new;
} BruteLine;

typedef struct Brute {
  uint32_t olds, news, lines;  // sizes of P, P' and J
  BruteLine line[BRUTE_LINES];
  uint32_t part;  // of brute_copies: codes of one copy
} Brute;

typedef struct BruteRelation {
  bool has[BRUTE_SETS][BRUTE_SETS];
} BruteRelation;

static inline uint32_t brute_old_sets(const Brute *b) {
  return 1u << b->olds;
}

static inline uint32_t brute_new_sets(const Brute *b) {
  return 1u << b->news;
}

static inline bool brute_in_j(const Brute *b, uint32_t old, uint32_t new) {
  for (uint32_t i = 0; i < b->lines; i++) {
    if (b->line[i].old == old && b->line[i].new == new) return true;
  }
  return false;
}

// ------------------------------------------------- Definition 6, literally

static inline bool brute_completes_old(const Brute *b, uint32_t p, uint32_t v) {
  for (uint32_t w = 0; w < brute_old_sets(b); w++) {
    if (w & ~v) continue;
    for (uint32_t x = 0; x < brute_new_sets(b); x++) {
      if (brute_in_j(b, p | w, x)) return true;
    }
  }
  return false;
}

static inline bool brute_completes_new(const Brute *b, uint32_t p, uint32_t v) {
  for (uint32_t w = 0; w < brute_new_sets(b); w++) {
    if (w & ~v) continue;
    for (uint32_t x = 0; x < brute_old_sets(b); x++) {
      if (brute_in_j(b, x, p | w)) return true;
    }
  }
  return false;
}

static inline uint32_t brute_rest_old(const Brute *b, uint32_t v) {
  uint32_t rest = 0;
  for (uint32_t i = 0; i < b->olds; i++) {
    uint32_t p = 1u << i;
    if ((v & p) && !brute_completes_old(b, p, v)) rest |= p;
  }
  return rest;
}

static inline uint32_t brute_rest_new(const Brute *b, uint32_t v) {
  uint32_t rest = 0;
  for (uint32_t i = 0; i < b->news; i++) {
    uint32_t p = 1u << i;
    if ((v & p) && !brute_completes_new(b, p, v)) rest |= p;
  }
  return rest;
}

// ---------------------------------- Definition 7: unions of J and remainders

static inline void brute_by_unions(const Brute *b, BruteRelation *r) {
  uint32_t rest[2][BRUTE_SETS];
  for (uint32_t v = 0; v < brute_old_sets(b); v++) {
    rest[0][v] = brute_rest_old(b, v);
  }
  for (uint32_t v = 0; v < brute_new_sets(b); v++) {
    rest[1][v] = brute_rest_new(b, v);
  }
  *r = (BruteRelation){0};
  for (uint32_t chosen = 0; chosen < 1u << b->lines; chosen++) {
    uint32_t old = 0, new = 0;
    for (uint32_t i = 0; i < b->lines; i++) {
      if (!(chosen >> i & 1)) continue;
      old |= b->line[i].old;
      new |= b->line[i].new;
    }
    for (uint32_t v = 0; v < brute_old_sets(b); v++) {
      for (uint32_t x = 0; x < brute_new_sets(b); x++) {
        if (v == (old | rest[0][v]) && x == (new | rest[1][x])) {
          r->has[v][x] = true;
        }
      }
    }
  }
}

// ------------------------------------- Definition 9: equations (1) and (2)

static inline bool brute_equation_old(const Brute *b, uint32_t p, uint32_t v,
                                      uint32_t x) {
  bool some = false, none = true;
  for (uint32_t i = 0; i < b->lines; i++) {
    const BruteLine *line = &b->line[i];
    if (!(line->old & p)) continue;
    bool old = (v & line->old) == line->old;
    bool new = (x & line->new) == line->new;
    some |= old && new;
    none &= !old;
  }
  bool has = (v & p) != 0;
  return has == (some || (has && none));
}

static inline bool brute_equation_new(const Brute *b, uint32_t p, uint32_t v,
                                      uint32_t x) {
  bool some = false, none = true;
  for (uint32_t i = 0; i < b->lines; i++) {
    const BruteLine *line = &b->line[i];
    if (!(line->new &p)) continue;
    bool old = (v & line->old) == line->old;
    bool new = (x & line->new) == line->new;
    some |= old && new;
    none &= !new;
  }
  bool has = (x & p) != 0;
  return has == (some || (has && none));
}

static inline void brute_by_equations(const Brute *b, BruteRelation *r) {
  *r = (BruteRelation){0};
  for (uint32_t v = 0; v < brute_old_sets(b); v++) {
    for (uint32_t x = 0; x < brute_new_sets(b); x++) {
      bool all = true;
      for (uint32_t i = 0; i < b->olds; i++) {
        all &= brute_equation_old(b, 1u << i, v, x);
      }
      for (uint32_t i = 0; i < b->news; i++) {
        all &= brute_equation_new(b, 1u << i, v, x);
      }
      r->has[v][x] = all;
    }
  }
}

// ---------------------------------------------------------------- at random

static inline uint32_t brute_any(VdRandom *random, uint32_t codes) {
  return 1 + (uint32_t)vd_random_below(random, (1u << codes) - 1);
}

static inline uint32_t brute_one(VdRandom *random, uint32_t codes) {
  return 1u << vd_random_below(random, codes);
}

static inline Brute brute_random(VdRandom *random) {
  Brute b = {.olds = 1 + (uint32_t)vd_random_below(random, BRUTE_CODES),
             .news = 1 + (uint32_t)vd_random_below(random, BRUTE_CODES)};
  b.lines = (uint32_t)vd_random_below(random, BRUTE_LINES + 1);
  for (uint32_t i = 0; i < b.lines; i++) {
    bool left = vd_random_below(random, 2);
    b.line[i].old =
        left ? brute_one(random, b.olds) : brute_any(random, b.olds);
    b.line[i].new =
        left ? brute_any(random, b.news) : brute_one(random, b.news);
  }
  return b;
}

// Several copies of a small crosswalk, apart from one another.
static inline Brute brute_copies(VdRandom *random) {
  uint32_t size = vd_random_below(random, 4) ? 2 : 1;
  uint32_t copies = BRUTE_CODES / size;
  Brute b = {.olds = size * copies, .news = size * copies, .part = size};
  uint32_t lines = 1 + (uint32_t)vd_random_below(random, 2 * size);
  for (uint32_t i = 0; i < lines; i++) {
    bool left = vd_random_below(random, 4);
    BruteLine line = {left ? brute_one(random, size) : brute_any(random, size),
                      left ? brute_any(random, size) : brute_one(random, size)};
    for (uint32_t k = 0; k < copies; k++)
      b.line[b.lines++] =
          (BruteLine){line.old << k * size, line.new << k *size};
  }
  return b;
}

// The plain format: old codes are a, b, ..., new ones A, B, .... Codes on no
// line are stated as such.
static inline void brute_print_set(uint32_t set, char first, VdBuf *out) {
  const char *plus = "";
  for (uint32_t i = 0; i < BRUTE_CODES; i++) {
    if (!(set >> i & 1)) continue;
    vd_buf_printf(out, "%s%c", plus, (char)(first + (char)i));
    plus = " + ";
  }
}

static inline void brute_print(const Brute *b, VdBuf *out) {
  uint32_t old = 0, new = 0;
  for (uint32_t i = 0; i < b->lines; i++) {
    brute_print_set(b->line[i].old, 'a', out);
    vd_buf_str(out, " <-> ");
    brute_print_set(b->line[i].new, 'A', out);
    vd_buf_char(out, '\n');
    old |= b->line[i].old;
    new |= b->line[i].new;
  }
  for (uint32_t i = 0; i < b->olds; i++) {
    if (!(old >> i & 1)) vd_buf_printf(out, "%c <->\n", (char)('a' + (char)i));
  }
  for (uint32_t i = 0; i < b->news; i++) {
    if (!(new >> i & 1)) vd_buf_printf(out, "<-> %c\n", (char)('A' + (char)i));
  }
}

#endif
