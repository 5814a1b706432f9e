// How fast terms are made: constructor calls and new nodes per second, for a
// mix as summaries of programs make it, and for the same calls once more, when
// every term is there already. The calls are chosen before the clock starts:
// what is measured is making terms, with all the memory that the manager takes.
//
//   bench-term [calls] [rounds]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "term/term.h"

enum { VARS = 8, RECENT = 32, BODY = 200 };  // operations in a function

// A call, by the numbers of earlier results, so that it can be made again.
// Leaves are VD_OP_VAR (imm: its number, arg[0]: its kind) and VD_OP_CONST.
typedef struct Call {
  VdOp op;
  uint64_t imm;
  uint32_t arg[3], n;
} Call;

typedef struct Bench {
  VdTerms *tm;
  VdRandom random;
  Call *call;
  VdTerm *term;  // result of call i
  uint32_t len;
  uint32_t recent[3][RECENT], made[3];  // words, Bools and memories
} Bench;

enum { WORD, BOOL, MEMORY };

static uint32_t pick(Bench *b, int kind) {
  uint32_t n = b->made[kind] < RECENT ? b->made[kind] : RECENT;
  return b->recent[kind][vd_random_below(&b->random, n)];
}

static void keep(Bench *b, int kind, uint32_t index) {
  b->recent[kind][b->made[kind]++ % RECENT] = index;
}

static uint32_t add(Bench *b, int kind, Call call) {
  b->call[b->len] = call;
  b->term[b->len] = VD_TERM_NONE;  // touches the page
  keep(b, kind, b->len);
  return b->len++;
}

static void leaf(Bench *b, int kind, VdOp op, uint64_t imm) {
  add(b, kind, (Call){op, imm, {(uint32_t)kind}, 0});
}

// The start of another function: fresh parameters, and some constants.
static void add_leaves(Bench *b) {
  memset(b->made, 0, sizeof b->made);
  for (uint32_t i = 0; i < VARS; i++) {
    uint32_t number = b->len + i;
    leaf(b, WORD, VD_OP_VAR, number);
    leaf(b, BOOL, VD_OP_VAR, number);
  }
  leaf(b, MEMORY, VD_OP_VAR, b->len);
  for (uint64_t i = 0; i < 8; i++)
    leaf(b, WORD, VD_OP_CONST, i < 4 ? i : 1ull << i);
}

// One operation of the mix. Words are of 64 bits; a narrow one is widened at
// once, as C does it.
static void step(Bench *b) {
  uint32_t x = pick(b, WORD), y = pick(b, WORD), p = pick(b, BOOL);
  uint32_t m = pick(b, MEMORY);
  switch (vd_random_below(&b->random, 16)) {
    case 0:
    case 1:
    case 2: add(b, WORD, (Call){VD_OP_BVADD, 0, {x, y}, 2}); break;
    case 3: add(b, WORD, (Call){VD_OP_BVMUL, 0, {x, y}, 2}); break;
    case 4: add(b, WORD, (Call){VD_OP_BVAND, 0, {x, y}, 2}); break;
    case 5: add(b, WORD, (Call){VD_OP_BVXOR, 0, {x, y}, 2}); break;
    case 6:
    case 7: add(b, WORD, (Call){VD_OP_ITE, 0, {p, x, y}, 3}); break;
    case 8: add(b, BOOL, (Call){VD_OP_EQ, 0, {x, y}, 2}); break;
    case 9: add(b, BOOL, (Call){VD_OP_BVSLT, 0, {x, y}, 2}); break;
    case 10: add(b, BOOL, (Call){VD_OP_AND, 0, {p, pick(b, BOOL)}, 2}); break;
    case 11: add(b, BOOL, (Call){VD_OP_NOT, 0, {p}, 1}); break;
    case 12: {
      uint64_t imm = vd_imm_extract(31, 0);
      uint32_t low = add(b, WORD, (Call){VD_OP_EXTRACT, imm, {x}, 1});
      b->made[WORD]--;
      add(b, WORD, (Call){VD_OP_SEXT, 64, {low}, 1});
      break;
    }
    case 13: add(b, WORD, (Call){VD_OP_PTRADD, 0, {x, y}, 2}); break;
    case 14: add(b, WORD, (Call){VD_OP_LOAD, 8, {m, x}, 2}); break;
    case 15: add(b, MEMORY, (Call){VD_OP_STORE, 0, {m, x, y}, 3}); break;
  }
}

// Processor time: other jobs on the machine do not count.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void report(const char *what, uint32_t calls, size_t nodes,
                   double seconds) {
  printf("%-10s %9u calls %9zu nodes %8.3f s %7.2f M calls/s %7.2f M nodes/s\n",
         what, calls, nodes, seconds, calls / seconds / 1e6,
         (double)nodes / seconds / 1e6);
}

static VdTerm build(Bench *b, const Call *call) {
  VdTerm arg[3];
  if (call->op == VD_OP_VAR) {
    VdSort sort = call->arg[0] == WORD   ? vd_sort_bv(64)
                  : call->arg[0] == BOOL ? vd_sort_bool()
                                         : vd_sort_mem();
    return vd_mk_var(b->tm, VD_VAR_PARAM, (uint32_t)call->imm, sort, "");
  }
  if (call->op == VD_OP_CONST) return vd_mk_bv(b->tm, 64, call->imm);
  for (uint32_t i = 0; i < call->n; i++) arg[i] = b->term[call->arg[i]];
  return vd_mk(b->tm, call->op, call->imm, arg, call->n);
}

static bool is_leaf(const Call *call) {
  return call->op == VD_OP_VAR || call->op == VD_OP_CONST;
}

static void measure(uint32_t calls, uint64_t seed) {
  Bench b = {.tm = vd_terms_new(), .random = {seed}};
  b.call = vd_alloc(vd_mul(calls + 2 * BODY, sizeof *b.call));
  b.term = vd_alloc(vd_mul(calls + 2 * BODY, sizeof *b.term));
  while (b.len < calls) {
    add_leaves(&b);
    for (uint32_t i = 0; i < BODY; i++) step(&b);
  }
  double start = now();
  for (uint32_t i = 0; i < b.len; i++) b.term[i] = build(&b, &b.call[i]);
  double end = now();
  report("new", b.len, vd_terms_count(b.tm), end - start);
  start = now();
  uint32_t same = 0, again = 0;
  for (uint32_t i = 0; i < b.len; i++) {
    if (is_leaf(&b.call[i])) continue;
    same += vd_term_eq(build(&b, &b.call[i]), b.term[i]);
    again++;
  }
  end = now();
  report("again", again, same, end - start);
  if (vd_terms_error(b.tm)) printf("error: %s\n", vd_terms_error(b.tm));
  printf("%.1f bytes a node\n",
         (double)vd_terms_memory(b.tm) / (double)vd_terms_count(b.tm));
  vd_terms_free(b.tm);
  vd_free(b.call);
  vd_free(b.term);
}

int main(int argc, char **argv) {
  uint32_t calls = argc > 1 ? (uint32_t)atoi(argv[1]) : 200000;
  int rounds = argc > 2 ? atoi(argv[2]) : 3;
  for (int i = 0; i < rounds; i++) measure(calls, (uint64_t)i + 1);
  return 0;
}
