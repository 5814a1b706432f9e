// module-oracle RUNS: plays the client of both versions of a pair of files.
//
// Both get the same calls with the same arguments and the same answers from
// outside. What they send out is noted, first of all by their constructors.
// A call that does not end is left after a number of events, or after many
// steps without one. Prints "same", or "differs" and where.
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module_oracle.h"

enum { MAX_EVENTS = 60, MAX_STEPS = 20000, MAX_NOTES = 4096 };
enum { CALL = 1, RETURN, ENOUGH, SILENT, TICK, PUT, GET, IN, SHARED, OTHER };

static uint64_t notes[2][MAX_NOTES];
static int n_notes[2];
static int events, steps;
static int running;  // a call of main, which can be left
static uint64_t salt;
static sigjmp_buf leave;

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static void note(int side, uint64_t what, uint64_t value) {
  if (n_notes[side] < MAX_NOTES)
    notes[side][n_notes[side]++] = what << 56 ^ value;
}

static void event(int side, uint64_t what, uint64_t value) {
  note(side, what, value);
  for (const struct Shared *s = shared; s->at[0]; s++)
    note(side, SHARED, *s->at[side]);
  if (running && ++events >= MAX_EVENTS) {
    note(side, ENOUGH, 0);
    siglongjmp(leave, 1);
  }
}

// Small numbers as often as others.
static unsigned answer(int side) {
  uint64_t x = mix(salt ^ (uint64_t)n_notes[side]);
  return x & 3 ? (unsigned)(x >> 40 & 7) : (unsigned)(x >> 16);
}

static void count_step(int side) {
  if (!running || ++steps < MAX_STEPS) return;
  note(side, SILENT, 0);
  siglongjmp(leave, 1);
}

// What the versions call, under the names that objcopy gave them.
#define VERSION(P, side)                              \
  void P##_tick(unsigned x) {                         \
    event(side, TICK, x);                             \
  }                                                   \
  unsigned P##_in(void) {                             \
    event(side, IN, 0);                               \
    return answer(side);                              \
  }                                                   \
  void P##_put_register(unsigned r, unsigned x) {     \
    event(side, PUT, (uint64_t)r << 32 | x);          \
  }                                                   \
  unsigned P##_get_register(unsigned r) {             \
    event(side, GET, r);                              \
    return answer(side);                              \
  }                                                   \
  void P##_log(unsigned x) {                          \
    event(side, OTHER, x);                            \
  }                                                   \
  unsigned P##_sqrt(unsigned x) {                     \
    event(side, OTHER + 1, x);                        \
    return answer(side);                              \
  }                                                   \
  unsigned P##_pow(unsigned x, unsigned y) {          \
    event(side, OTHER + 2, (uint64_t)x << 8 ^ y);     \
    return answer(side);                              \
  }                                                   \
  void P##_free(unsigned x) {                         \
    event(side, OTHER + 3, x);                        \
  }                                                   \
  void P##_index(unsigned x, unsigned y) {            \
    event(side, OTHER + 4, (uint64_t)x << 8 ^ y);     \
  }                                                   \
  int P##_abs(int x) {                                \
    return x < 0 ? -x : x;                            \
  }                                                   \
  int P##_toupper(int x) {                            \
    return x >= 'a' && x <= 'z' ? x - 'a' + 'A' : x;  \
  }                                                   \
  unsigned long P##_strlen(const char *s) {           \
    return strlen(s);                                 \
  }                                                   \
  void *P##_memset(void *p, int c, unsigned long n) { \
    return memset(p, c, n);                           \
  }                                                   \
  void P##___sanitizer_cov_trace_pc(void) {           \
    count_step(side);                                 \
  }
VERSION(old, 0)
VERSION(new, 1)

static void call(int side, const struct Entry *e, unsigned x, unsigned y) {
  note(side, CALL, (uint64_t)(e - entries));
  events = steps = 0;
  running = 1;
  if (!sigsetjmp(leave, 0)) note(side, RETURN, e->f[side](x, y));
  running = 0;
}

// The number of notes that both have in common, -1 if those are all.
static int first_difference(void) {
  int n = n_notes[0] < n_notes[1] ? n_notes[0] : n_notes[1];
  for (int i = 0; i < n; i++)
    if (notes[0][i] != notes[1][i]) return i;
  return n_notes[0] == n_notes[1] ? -1 : n;
}

int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 200;
  int n = 0;
  while (entries[n].name) n++;
  for (long run = -1; run < runs; run++) {
    const struct Entry *e = NULL;
    if (run >= 0 && n) {
      // Each first with what the loader left, then in any order.
      e = &entries[run < n ? (uint64_t)run : mix((uint64_t)run) % (unsigned)n];
      n_notes[0] = n_notes[1] = 0;
      for (int side = 0; side < 2; side++) {
        salt = mix((uint64_t)run * 4);
        unsigned x = answer(side);
        salt = mix((uint64_t)run * 4 + 1);
        unsigned y = answer(side);
        call(side, e, x, y);
      }
    }
    int at = first_difference();
    if (at < 0) continue;
    printf("differs %s, run %ld, note %d\n", e ? e->name : "at the start", run,
           at);
    return 0;
  }
  printf("same\n");
  return 0;
}
