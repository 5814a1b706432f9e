// The 317-bit CRC by G = (1+x)(1+x^135+x^316).
//
// The message is a polynomial: a leading 1, so that zeros in front count, then
// the bits of every byte, highest first. The CRC is its remainder, times x^317,
// modulo G.
//
// G has a term x^316 just below its highest, which would make every step feed
// back into itself. Its factors do not: modulo P = 1+x^135+x^316 a whole word
// is folded in at once, because 316-135 exceeds 64; modulo 1+x a polynomial is
// the parity of its coefficients. The two remainders determine the one modulo
// G (Chinese remainder theorem; P(1) = 1, so adding P flips the parity only).
#include <endian.h>

#include "store/store.h"

enum { WORDS = 5, TOP_BITS = 316 - 4 * 64, DEGREE = 317 };
static const uint64_t TOP_MASK = ((uint64_t)1 << TOP_BITS) - 1;

// A remainder modulo P: 316 coefficients, that of x^0 in bit 0 of word[0].
typedef struct Remainder {
  uint64_t word[WORDS];
} Remainder;

// r * x^64 + next, modulo P: what passes x^316 comes back at x^0 and x^135.
static void fold_word(Remainder *r, uint64_t next) {
  uint64_t *w = r->word;
  uint64_t over = w[4] << (64 - TOP_BITS) | w[3] >> TOP_BITS;
  w[4] = w[3] & TOP_MASK;
  w[3] = w[2] ^ over >> (64 - 135 % 64);
  w[2] = w[1] ^ over << 135 % 64;
  w[1] = w[0];
  w[0] = next ^ over;
}

// r * x + bit, modulo P; for what is left when words do not fit.
static void fold_bit(Remainder *r, uint64_t bit) {
  uint64_t *w = r->word;
  uint64_t over = w[4] >> (TOP_BITS - 1);
  for (int i = WORDS - 1; i > 0; i--) w[i] = w[i] << 1 | w[i - 1] >> 63;
  w[4] &= TOP_MASK;
  w[2] ^= over << 135 % 64;
  w[0] = w[0] << 1 ^ bit ^ over;
}

static uint64_t parity(uint64_t word) {
  return (uint64_t)__builtin_parityll(word);
}

static uint64_t parity_of(const Remainder *r) {
  uint64_t all = 0;
  for (int i = 0; i < WORDS; i++) all ^= r->word[i];
  return parity(all);
}

static void add_p(Remainder *r) {
  r->word[0] ^= 1;
  r->word[2] ^= (uint64_t)1 << 135 % 64;
  r->word[4] ^= (uint64_t)1 << TOP_BITS;
}

static VdCrc crc_from(const Remainder *r) {
  VdCrc crc;
  for (int i = 0; i < WORDS; i++) {
    uint64_t word = htole64(r->word[i]);
    memcpy(crc.byte + 8 * i, &word, sizeof word);
  }
  return crc;
}

VdCrc vd_crc_of(const void *bytes, size_t n) {
  const uint8_t *at = bytes;
  Remainder r = {{1}};
  uint64_t odd = 1, all = 0, word;
  for (; n >= sizeof word; at += sizeof word, n -= sizeof word) {
    memcpy(&word, at, sizeof word);
    all ^= word;
    fold_word(&r, be64toh(word));
  }
  for (; n > 0; at++, n--) {
    all ^= *at;
    for (int i = 7; i >= 0; i--) fold_bit(&r, *at >> i & 1);
  }
  odd ^= parity(all);
  for (int i = 0; i < DEGREE / 64; i++) fold_word(&r, 0);
  for (int i = 0; i < DEGREE % 64; i++) fold_bit(&r, 0);
  if (parity_of(&r) != odd) add_p(&r);
  return crc_from(&r);
}
