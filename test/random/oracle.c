// oracle RUNS [FIXED]: executes both versions of every function on the same
// inputs and says for each whether they ever differ. It shares nothing with
// veridiff but the compiler: both versions are native code, in which undefined
// behaviour traps (-fsanitize-trap) and every edge counts a step.
//
//   NAME same RUNS DEFINED all|some     "all": every input there is
//   NAME differs RUNS DEFINED WHAT
//
// Inputs on which the old version traps or takes too long are left out. Where
// only the new one takes too long, its calls are compared with those of the old
// one, which are all that there may be. If a version takes too long on some
// input, not every input was looked at. Variables whose names are lines of the
// file FIXED have their first values in every run. The outside answers each
// call by a hash of everything it saw before, and writes to what it can reach.
#include "oracle.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 20000, MAX_PARAMS = 8, MAX_BYTES = 512, MAX_VARIABLES = 16 };
enum { MAX_TRAIL = 256 };
enum { OWN = -1, NOWHERE = -2 };  // where a pointer leads; else a variable
enum Ending { ENDED, TRAPPED, TOO_LONG };

struct Input {
  unsigned char value[MAX_PARAMS][MAX_BYTES];  // or what is behind the pointer
  int target[MAX_PARAMS];                      // of pointers
  int alias[MAX_PARAMS];                       // own: the buffer of this one
  unsigned char variable[MAX_VARIABLES][MAX_BYTES];
};

// One process, one function and one side at a time; signal handlers and stubs
// have no other way to know.
static const struct Function *function;
static struct Input input;
static unsigned char memory[2][MAX_PARAMS][MAX_BYTES];
static unsigned char result[2][64];
static uint64_t history[2], salt;     // another salt, other answers
static uint64_t trail[2][MAX_TRAIL];  // the history at each call
static int calls[2], current, steps;
static int some_long;        // some run of this function took too long
static char fixed[1 << 20];  // names, each between line feeds
// What variables held at the start. One that is only written counts as fixed.
static unsigned char first[2][MAX_VARIABLES][MAX_BYTES];
static sigjmp_buf leave;
static uint64_t state;

// ------------------------------------------------------------------ random

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint64_t next(void) {
  return mix(state += 0x9e3779b97f4a7c15u);
}
static uint64_t below(uint64_t n) {
  return next() % n;
}

static uint64_t some_int(int bits) {
  uint64_t x = next();
  switch (below(10)) {
    case 0: return x;
    case 1: return 1ull << (x % (uint64_t)bits);
    case 2: return (1ull << (bits - 1)) - (x & 1);
    case 3: return -(x % 5);
    case 4: return x % 256;
    case 5:
    case 6:
    case 7:
      return function->ints[x % (uint64_t)function->n_ints] + below(3) - 1;
    default: return x % 10;
  }
}

static double some_real(void) {
  static const double special[] = {0.0,  -0.0,  1.0,    -1.0,   0.5,  2.0,
                                   1e10, 1e300, 1e-300, 5e-324, 1e-40};
  uint64_t x = next();
  switch (below(8)) {
    case 0: return special[x % 11];
    case 1: return x % 3 ? (x % 3 == 1 ? HUGE_VAL : -HUGE_VAL) : nan("");
    case 2: {
      double d;
      memcpy(&d, &x, sizeof d);
      return d;
    }
    case 3: return function->reals[x % (uint64_t)function->n_reals];
    case 4: return (double)(int64_t)(x % 2001) / 100.0 - 10.0;
    default: return (double)(int64_t)(x % 201) - 100.0;
  }
}

static void fill_field(const struct Field *f, unsigned char *at) {
  if (f->kind == 'f') {
    double d = some_real();
    float s = (float)d;
    if (f->size == 4) {
      memcpy(at, &s, 4);
    } else {
      memcpy(at, &d, 8);
    }
  } else {
    uint64_t x = f->kind == 'b' ? below(2) : some_int(f->size * 8);
    memcpy(at, &x, (size_t)f->size);
  }
}

static void fill(const struct Shape *s, int count, unsigned char *at) {
  memset(at, 0, (size_t)(s->size * count));
  for (int i = 0; i < count; i++)
    for (int f = 0; f < s->fields; f++)
      fill_field(&s->field[f], at + i * s->size + s->field[f].offset);
}

// ------------------------------------------------------------------ inputs

static int bits_of(const struct Shape *s) {
  return s->field[0].kind == 'b' ? 1 : s->size * 8;
}

// The bits of all inputs, -1 where there are too many or other things.
static int input_bits(void) {
  int bits = 0;
  if (function->variables) return -1;
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    if (p->count || p->shape->fields != 1) return -1;
    bits += bits_of(p->shape);
  }
  return bits <= 16 ? bits : -1;
}

static void set_input(uint64_t number) {
  for (int i = 0; i < function->params; i++) {
    int bits = bits_of(function->param[i].shape);
    uint64_t x = number & ((1ull << bits) - 1);
    memcpy(input.value[i], &x, 8);
    number >>= bits;
  }
}

static int is_fixed(const struct Variable *v) {
  size_t n = strlen(v->name);
  if (v->constant) return 1;
  for (const char *p = fixed; !v->shared && (p = strstr(p, v->name)); p++)
    if (p > fixed && p[-1] == '\n' && p[n] == '\n') return 1;
  return 0;
}

static int can_hold(const struct Variable *v, const struct Param *p) {
  return v->at[0] && v->at[1] && !is_fixed(v) && v->shared &&
         v->shape == p->shape && v->count >= p->count;
}

static void aim(int i) {
  const struct Param *p = &function->param[i];
  input.target[i] = OWN;
  input.alias[i] = i;
  uint64_t how = below(20);
  if (how == 0) input.target[i] = NOWHERE;
  if (how == 1 || how == 2) {
    int other = (int)below((uint64_t)i + 1);
    const struct Param *q = &function->param[other];
    if (q->count >= p->count && q->shape == p->shape &&
        input.target[other] == OWN)
      input.alias[i] = input.alias[other];
  }
  if (how == 3 && function->variables) {
    int v = (int)below((uint64_t)function->variables);
    if (can_hold(&function->variable[v], p)) input.target[i] = v;
  }
}

static void random_input(void) {
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    fill(p->shape, p->count ? p->count : 1, input.value[i]);
    if (p->count) aim(i);
    if (!p->count && i && !function->param[i - 1].count && below(12) == 0 &&
        function->param[i - 1].shape == p->shape)
      memcpy(input.value[i], input.value[i - 1], (size_t)p->shape->size);
  }
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    fill(v->shape, v->count, input.variable[i]);
  }
}

// ------------------------------------------------------------- the outside

static void note(uint64_t x) {
  history[current] = mix(history[current] ^ x) + 0x9e3779b97f4a7c15u;
}

// A field, with all NaNs as one.
static uint64_t field_bits(const struct Field *f, const unsigned char *at) {
  uint64_t x = 0;
  memcpy(&x, at, (size_t)f->size);
  if (f->kind != 'f') return x;
  if (f->size == 4) {
    float s;
    memcpy(&s, at, 4);
    return s != s ? 0x7fc00000 : x;
  }
  double d;
  memcpy(&d, at, 8);
  return d != d ? 0x7ff8000000000000 : x;
}

static void note_memory(const struct Shape *s, int count, const void *start) {
  const unsigned char *at = start;
  for (int i = 0; i < count; i++)
    for (int f = 0; f < s->fields; f++)
      note(field_bits(&s->field[f], at + i * s->size + s->field[f].offset));
}

static void note_state(void) {
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    if (p->count) note_memory(p->shape, p->count, memory[current][i]);
  }
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    if (v->at[0] && v->at[1]) note_memory(v->shape, v->count, v->at[current]);
  }
}

// An address by what it is the address of.
static uint64_t name_of(const void *pointer) {
  uintptr_t at = (uintptr_t)pointer;
  uintptr_t own = at - (uintptr_t)memory[current];
  if (own < sizeof memory[current]) return own;
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    uintptr_t in = at - (uintptr_t)v->at[current];
    if (v->at[current] && in < (uintptr_t)(v->shape->size * v->count))
      return ((uint64_t)i + 1) << 32 | in;
  }
  return pointer ? ~0ull : ~1ull;  // a local
}

static uint64_t answer(void) {
  note_state();
  if (calls[current] < MAX_TRAIL)
    trail[current][calls[current]] = history[current];
  calls[current]++;
  uint64_t x = mix(history[current]);
  return x & 64 ? x >> 32 & 15 : x;
}

// Writes a part of what everybody can reach.
static void disturb(void) {
  uint64_t x = mix(history[current] + 1);
  for (int i = 0; i < function->variables; i++, x >>= 2) {
    const struct Variable *v = &function->variable[i];
    if (v->shared && !v->constant && v->at[0] && v->at[1] && (x & 3) == 0 &&
        v->shape->field[0].kind == 'i')
      v->at[current][0] = (char)(x >> 8);
  }
  for (int i = 0; i < function->params; i++, x >>= 2)
    if (function->param[i].count && (x & 3) == 0 &&
        function->param[i].shape->field[0].kind == 'i')
      memory[current][i][0] = (unsigned char)(x >> 8);
}

static int stub0(int x) {
  note(0x100);
  note((uint64_t)(int64_t)x);
  uint64_t a = answer();
  disturb();
  return (int)a;
}

static void stub1(int x, int *y) {
  note(0x101);
  note((uint64_t)(int64_t)x);
  note(name_of(y));
  note((uint64_t)(int64_t)*y);
  *y = (int)answer();
  disturb();
}

static unsigned char stub2(unsigned char x) {
  note(0x102);
  note(x);
  uint64_t a = answer();
  disturb();
  return (unsigned char)a;
}

static double stub3(double x, float y) {
  struct Field wide = {0, 8, 'f'}, narrow = {0, 4, 'f'};
  note(0x103);
  note(field_bits(&wide, (unsigned char *)&x));
  note(field_bits(&narrow, (unsigned char *)&y));
  uint64_t a = answer();
  disturb();
  return (double)(int64_t)(a % 1000) / 8 - 10;
}

static long stub4(short *x, long y) {
  note(0x104);
  note(name_of(x));
  note((uint64_t)x[0] << 16 | (uint16_t)x[1]);
  note((uint64_t)y);
  uint64_t a = answer();
  x[0] = (short)(a >> 8);
  x[1] = (short)(a >> 24);
  disturb();
  return (long)a;
}

static void count_step(void) {
  if (++steps > MAX_STEPS) siglongjmp(leave, 1 + TOO_LONG);
}

// What the versions call, under the names that objcopy gave them.
#define VERSION(P)                                     \
  int P##_ext0(int x) {                                \
    return stub0(x);                                   \
  }                                                    \
  void P##_ext1(int x, int *y) {                       \
    stub1(x, y);                                       \
  }                                                    \
  unsigned char P##_ext2(unsigned char x) {            \
    return stub2(x);                                   \
  }                                                    \
  double P##_ext3(double x, float y) {                 \
    return stub3(x, y);                                \
  }                                                    \
  long P##_ext4(short *x, long y) {                    \
    return stub4(x, y);                                \
  }                                                    \
  void *P##_memcpy(void *a, const void *b, size_t n) { \
    return memcpy(a, b, n);                            \
  }                                                    \
  void *P##_memset(void *a, int c, size_t n) {         \
    return memset(a, c, n);                            \
  }                                                    \
  void P##___sanitizer_cov_trace_pc(void) {            \
    count_step();                                      \
  }
VERSION(old)
VERSION(new)

// -------------------------------------------------------------------- runs

static void on_signal(int number) {
  (void)number;
  siglongjmp(leave, 1 + TRAPPED);
}

static void catch_signals(void) {
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_handler = on_signal,
                             .sa_flags = SA_NODEFER | SA_ONSTACK};
  static const int caught[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
    sigaction(caught[i], &action, NULL);
}

static void keep_first(void) {
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    for (int side = 0; side < 2; side++)
      if (v->at[side])
        memcpy(first[side][i], v->at[side],
               (size_t)(v->shape->size * v->count));
  }
}

static void set_up(int side, void **arg) {
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    if (v->at[side] && !v->constant)
      memcpy(v->at[side], is_fixed(v) ? first[side][i] : input.variable[i],
             (size_t)(v->shape->size * v->count));
  }
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    size_t size = (size_t)(p->shape->size * (p->count ? p->count : 1));
    memcpy(memory[side][i], input.value[i], size);
    arg[i] = memory[side][i];
    if (!p->count) continue;
    if (input.target[i] == OWN) arg[i] = memory[side][input.alias[i]];
    if (input.target[i] == NOWHERE) arg[i] = NULL;
    if (input.target[i] >= 0)
      arg[i] = function->variable[input.target[i]].at[side];
  }
  memset(result[side], 0, sizeof result[side]);
  history[side] = salt;
  calls[side] = steps = 0;
  current = side;
}

static enum Ending run(int side) {
  void *arg[MAX_PARAMS];
  set_up(side, arg);
  int how = sigsetjmp(leave, 0);
  if (how) return (enum Ending)(how - 1);
  function->run(side, arg, result[side]);
  return ENDED;
}

static int same_memory(const struct Shape *s, int count, const void *x,
                       const void *y) {
  const unsigned char *a = x, *b = y;
  for (int i = 0; i < count; i++)
    for (int f = 0; f < s->fields; f++) {
      int at = i * s->size + s->field[f].offset;
      if (field_bits(&s->field[f], a + at) != field_bits(&s->field[f], b + at))
        return 0;
    }
  return 1;
}

// What differs after both ended, NULL if nothing does.
static const char *difference(void) {
  static char text[100];
  if (function->result &&
      !same_memory(function->result, 1, result[0], result[1]))
    return "result";
  if (calls[0] != calls[1]) return "number of calls";
  if (history[0] != history[1]) return "calls";
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    if (!p->count ||
        same_memory(p->shape, p->count, memory[0][i], memory[1][i]))
      continue;
    snprintf(text, sizeof text, "memory behind parameter %d", i);
    return text;
  }
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    if (!v->at[0] || !v->at[1] || is_fixed(v) ||
        same_memory(v->shape, v->count, v->at[0], v->at[1]))
      continue;
    snprintf(text, sizeof text, "variable %s", v->name);
    return text;
  }
  return NULL;
}

// Of a run of the new version that did not end, what the old one, which did,
// does not have.
static const char *early_difference(void) {
  if (calls[1] > calls[0]) return "calls of a run that did not end";
  for (int i = 0; i < calls[1] && i < MAX_TRAIL; i++)
    if (trail[0][i] != trail[1][i]) return "calls of a run that did not end";
  return NULL;
}

// ------------------------------------------------------------------ report

static void put_memory(const struct Shape *s, int count, const void *start) {
  const unsigned char *at = start;
  for (int i = 0; i < count; i++)
    for (int f = 0; f < s->fields; f++) {
      const struct Field *field = &s->field[f];
      uint64_t x = 0;
      memcpy(&x, at + i * s->size + field->offset, (size_t)field->size);
      printf(" %lx", x);
    }
}

static void put_input(void) {
  for (int i = 0; i < function->params; i++) {
    const struct Param *p = &function->param[i];
    printf("; p%d:", i);
    if (p->count && input.target[i] != OWN) printf(" -> %d", input.target[i]);
    if (p->count && input.alias[i] != i) printf(" = p%d", input.alias[i]);
    put_memory(p->shape, p->count ? p->count : 1, input.value[i]);
  }
  for (int i = 0; i < function->variables; i++) {
    const struct Variable *v = &function->variable[i];
    printf("; %s:", v->name);
    put_memory(v->shape, v->count, input.variable[i]);
  }
  for (int side = 0; side < 2; side++) {
    printf("; %s returned", side ? "new" : "old");
    if (function->result) put_memory(function->result, 1, result[side]);
  }
}

// One input; what differs, NULL if nothing does or it does not count.
static const char *compare(long *defined, int *any_calls) {
  enum Ending ending = run(0);
  *any_calls |= calls[0];
  some_long |= ending == TOO_LONG;
  if (ending != ENDED) return NULL;
  ending = run(1);
  some_long |= ending == TOO_LONG;
  if (ending == TOO_LONG) return early_difference();
  ++*defined;
  return ending == TRAPPED ? "new is undefined" : difference();
}

static void examine(long runs) {
  int bits = input_bits(), any_calls = 0;
  long every = bits >= 0 ? 1l << bits : 0;
  long some = function->equal ? runs / 5 : runs;
  long defined = 0, i = 0;
  some_long = 0;
  keep_first();
  // All inputs once, and where the outside answers or there are too many of
  // them a sample.
  for (; i < every || ((bits < 0 || any_calls) && i < every + some); i++) {
    salt = (uint64_t)i + 1;
    if (i < every) {
      set_input((uint64_t)i);
    } else {
      random_input();
    }
    const char *what = compare(&defined, &any_calls);
    if (!what) continue;
    printf("%s differs %ld %ld %s", function->name, i + 1, defined, what);
    put_input();
    putchar('\n');
    return;
  }
  printf("%s same %ld %ld %s\n", function->name, i, defined,
         bits >= 0 && !any_calls && !some_long ? "all" : "some");
}

static void read_fixed(const char *path) {
  FILE *file = fopen(path, "r");
  fixed[0] = '\n';
  if (file) fixed[1 + fread(fixed + 1, 1, sizeof fixed - 2, file)] = '\0';
  if (file) fclose(file);
}

int main(int argc, char **argv) {
  if (argc > 2) read_fixed(argv[2]);
  long runs = argc > 1 ? atol(argv[1]) : 20000;
  catch_signals();
  for (const struct Function *f = functions; f->name; f++) {
    function = f;
    state = mix((uint64_t)(f - functions) + 1);
    if (f->variables > MAX_VARIABLES || f->params > MAX_PARAMS) return 2;
    // At -O0 an unused static function is left out.
    if (!f->entry[0] || !f->entry[1]) continue;
    examine(runs);
  }
  return 0;
}
