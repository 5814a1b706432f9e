// Inputs for tests: boundary values, the constants of both programs and their
// neighbours, random ones. The n-th input is a function of n and the seed.
#include <math.h>

#include "base/limit.h"
#include "run/run.h"

// What inputs look like, which is not a limit.
enum {
  REGION_BYTES = 64,     // of memory behind a pointer that get contents
  VARIABLE_BYTES = 256,  // of a variable
  MAX_PARAMS = 200,      // with memory of their own behind them
  NODES = 4,  // of linked structures, besides what parameters point to
};

// What equalities ask for: see guess.c.
typedef struct Guesses {
  VdGuess at[VD_MOST_guess_equalities];
  uint32_t len;
} Guesses;

struct VdInputs {
  const VdSides *sides;
  Guesses guess[VD_MOST_input_guesses];
  VD_VEC(uint64_t) number;  // constants seen, as bits
  VD_VEC(VdValue) decimal;  // floats seen
  VD_VEC(double) bound;     // of them those that are compared with; not zero
  VdVariables variable;
  bool late;  // see EARLY
};

bool vd_param_is_input(const VdParam *param) {
  return param->role == VD_ROLE_VALUE && param->sort.kind != VD_SORT_ARRAY &&
         param->sort.kind != VD_SORT_WORLD;
}

uint64_t vd_inputs_region(uint32_t param) {
  return (uint64_t)(param % MAX_PARAMS + 1) << 32;
}

// --------------------------------------------------------------- constants

// A constant of a test of a pointer, not of the program.
static bool is_end_of_memory(const VdValue *v) {
  uint64_t room = VD_LAST_ADDRESS - VD_FIRST_ADDRESS;
  return v->sort.a == 64 &&
         (v->bits == (uint64_t)0 - VD_FIRST_ADDRESS ||
          (v->bits <= room && v->bits + VD_ADDRESS_MARGIN >= room));
}

static void note_constant(VdInputs *in, const VdValue *v) {
  if (v->sort.kind == VD_SORT_FLOAT && vd_sort_width(v->sort) <= 64) {
    if (in->decimal.len < vd_limit->input_constants) vd_push(&in->decimal, *v);
  } else if (v->sort.kind == VD_SORT_BV && v->sort.a <= 64) {
    if (in->number.len < vd_limit->input_constants && !is_end_of_memory(v))
      vd_push(&in->number, v->bits);
  }
}

static void note_bound(VdInputs *in, VdValue v) {
  VdValue wide;
  double x;
  if (!vd_op_eval(in->sides->arena, VD_OP_FTOF,
                  vd_imm_float(vd_sort_float(11, 53)), &v, 1, &wide))
    return;
  memcpy(&x, &wide.bits, sizeof x);
  if (!isfinite(x) || x == 0 || in->bound.len == vd_limit->input_constants)
    return;
  for (uint32_t i = 0; i < in->bound.len; i++)
    if (in->bound.at[i] == x) return;
  vd_push(&in->bound, x);
}

typedef struct Notes {
  VdInputs *in;
  VdMap decimal;  // function and value to index in decimal
} Notes;

static uint64_t note_key(uint32_t func, VdRef ref) {
  return (uint64_t)func << 32 | ref.id;
}

static void note_inst(void *context, uint32_t func, const VdInst *inst) {
  Notes *n = context;
  VdInputs *in = n->in;
  if (inst->kind == VD_INST_CONST) {
    uint32_t before = in->decimal.len;
    note_constant(in, &inst->value);
    if (in->decimal.len > before)
      *vd_map_put(&n->decimal, note_key(func, inst->first)) = before;
  }
  if (inst->kind != VD_INST_OP ||
      (inst->op != VD_OP_FLT && inst->op != VD_OP_FLE && inst->op != VD_OP_FEQ))
    return;
  for (uint32_t i = 0; i < inst->args; i++) {
    const uint64_t *k = vd_map_get(&n->decimal, note_key(func, inst->arg[i]));
    if (k) note_bound(in, in->decimal.at[*k]);
  }
}

VdInputs *vd_inputs_new(const VdSides *sides, const VdRunner *runner) {
  VdInputs *in = vd_alloc(sizeof *in);
  in->sides = sides;
  for (int k = 0; k < 2; k++) {
    Notes notes = {.in = in};
    vd_ir_each(sides->module[k], sides->func[k], note_inst, &notes);
    vd_map_done(&notes.decimal);
  }
  vd_runner_variables(runner, &in->variable);
  VdRandom r = {sides->seed};
  for (uint32_t i = 0;
       i < vd_limit->input_guesses && (i == 0 || in->guess[0].len); i++)
    in->guess[i].len = vd_guess(sides, &r, in->guess[i].at);
  return in;
}

void vd_inputs_free(VdInputs *in) {
  if (!in) return;
  vd_vec_done(&in->number);
  vd_vec_done(&in->decimal);
  vd_vec_done(&in->bound);
  vd_vec_done(&in->variable);
  vd_free(in);
}

// ------------------------------------------------------------------ values

static uint64_t number_value(VdInputs *in, VdRandom *r, uint32_t width) {
  uint64_t x = vd_random_next(r);
  switch (vd_random_below(r, 10)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return ~0ull;
    case 3: return 1ull << (width - 1);
    case 4: return (1ull << (width - 1)) - 1;
    case 5: return x % 17;
    case 6:
    case 7:
      if (!in->number.len) return x % 101 - 50;
      return in->number.at[x % in->number.len] + vd_random_below(r, 3) - 1;
    case 8: return (1ull << (x % width)) + vd_random_below(r, 3) - 1;
    default: return x;
  }
}

static double special_value(VdRandom *r) {
  static const double special[] = {0.0, -0.0,   1.0,   -1.0,   0.5,
                                   2.0, 1e-300, 1e300, 5e-324, 1e-40,
                                   3.0, 10.0,   100.0};
  uint64_t x = vd_random_below(r, VD_COUNT(special) + 3);
  if (x < VD_COUNT(special)) return special[x];
  return x % 3 == 0   ? (double)NAN
         : x % 3 == 1 ? (double)INFINITY
                      : -(double)INFINITY;
}

static double decimal_value(VdRandom *r) {
  uint64_t x = vd_random_next(r);
  double small = (double)(int64_t)(x % 20001) - 10000.0;
  return x & (1ull << 40) ? small / 100.0 : (double)(int64_t)(x % 201) - 100.0;
}

// A number with all its digits: between a bound and its negative, about a
// bound, or of the size of one. Roundings differ only where there are digits to
// lose.
static double long_value(VdInputs *in, VdRandom *r) {
  uint64_t x = vd_random_next(r);
  double u = ldexp((double)(x >> 11), -53);
  if (x & 1) u = -u;
  uint64_t pick = vd_random_below(r, 5);
  int down = (int)vd_random_below(r, 40);
  if (pick >= 3 || !in->bound.len)
    return pick & 1 ? u : ldexp(u, down / 2 - 10);
  double bound = in->bound.at[vd_random_below(r, in->bound.len)];
  return pick < 2 ? u * bound : bound + ldexp(u * bound, -down);
}

static VdValue float_value(VdInputs *in, VdRandom *r, VdSort sort) {
  VdArena *arena = in->sides->arena;
  bool is_long = vd_random_below(r, 4) < (in->late ? 3u : 1u);
  uint64_t pick = vd_random_below(r, 8), x = vd_random_next(r);
  if (is_long) pick = 8;
  VdValue v = vd_value_double(is_long    ? long_value(in, r)
                              : pick < 3 ? special_value(r)
                                         : decimal_value(r));
  VdValue out = v;
  if (pick == 3 && in->decimal.len) {
    VdValue c = in->decimal.at[x % in->decimal.len];
    if (vd_sort_eq(c.sort, sort)) return c;
  }
  if (pick == 4 && vd_sort_width(sort) <= 64)
    return vd_value_as_float(arena, sort, vd_value_bv(vd_sort_width(sort), x));
  vd_op_eval(arena, VD_OP_FTOF, vd_imm_float(sort), &v, 1, &out);
  return out;
}

VdValue vd_inputs_value(VdInputs *in, VdRandom *r, VdSort sort) {
  if (sort.kind == VD_SORT_BOOL) return vd_value_bool(vd_random_below(r, 2));
  if (sort.kind == VD_SORT_FLOAT) return float_value(in, r, sort);
  if (sort.a > 64) {
    uint64_t limb[2] = {number_value(in, r, 64),
                        vd_random_below(r, 2) ? 0 : vd_random_next(r)};
    return vd_value_limbs(in->sides->arena, sort.a, limb, 2);
  }
  return vd_value_bv(sort.a, number_value(in, r, sort.a));
}

// A word that may be a pointer or a number: where it points there are contents,
// and sometimes those of another pointer, a little further on.
static uint64_t pointer_value(VdInputs *in, VdRandom *r, uint32_t param,
                              uint32_t params) {
  uint64_t x = vd_random_below(r, 20);
  uint64_t other = vd_inputs_region((uint32_t)vd_random_below(r, params + 1));
  if (x < 8) return vd_inputs_region(param);
  if (x < 9) return other;
  if (x < 10) return other + vd_random_below(r, 12);
  if (x < 11) return vd_inputs_region(param) + 8 * vd_random_below(r, 8);
  if (x == 11 && in->variable.len)
    return in->variable.at[vd_random_below(r, in->variable.len)].addr;
  if (x < 15) return vd_random_below(r, 17);
  return number_value(in, r, 64);
}

// ------------------------------------------------------------------ memory

typedef enum Contents {
  ZERO,
  BYTES,
  NUMBERS,
  TEXT,
  POINTERS,
  DECIMALS,
  INITIAL,
  CONTENTS
} Contents;

static void fill_words(VdInputs *in, VdRandom *r, Contents what, uint8_t *at,
                       uint32_t n, uint32_t params) {
  for (uint32_t i = 0; i + 8 <= n; i += 8) {
    uint64_t word = 0;
    double d = in->late && vd_random_below(r, 2) ? long_value(in, r)
                                                 : decimal_value(r);
    if (what == NUMBERS)
      word = (number_value(in, r, 32) & 0xffffffff) | number_value(in, r, 32)
                                                          << 32;
    else if (what == POINTERS)
      word = pointer_value(in, r, i / 8, params);
    else
      memcpy(&word, &d, sizeof word);
    memcpy(at + i, &word, sizeof word);
  }
}

static void fill_bytes(VdInputs *in, VdRandom *r, Contents what, uint8_t *at,
                       uint32_t n, uint32_t params) {
  static const char text[] = "abcxyzABZ0189 \t\n-+.,/\\\"'%_";
  if (what == NUMBERS || what == POINTERS || what == DECIMALS) {
    fill_words(in, r, what, at, n, params);
    return;
  }
  uint64_t len = what == TEXT && n ? vd_random_below(r, n) : n;
  for (uint32_t i = 0; i < len && what != ZERO; i++)
    at[i] = what == TEXT ? (uint8_t)text[vd_random_below(r, sizeof text - 1)]
                         : (uint8_t)vd_random_next(r);
}

static void add_cell(VdInputs *in, VdRandom *r, VdCase *input, VdArena *arena,
                     uint64_t addr, uint32_t n, const uint8_t *init) {
  Contents what = (Contents)vd_random_below(r, CONTENTS);
  VdCell cell = {.addr = addr, .len = n, .bytes = vd_arena_alloc(arena, n)};
  if (what == INITIAL && init)
    memcpy(cell.bytes, init, n);
  else
    fill_bytes(in, r, what, cell.bytes, n, input->params);
  vd_push(&input->memory, cell);
}

// Lists, trees and rings: what parameters point to, and a few nodes more, whose
// words are null, lead to one another, or are small numbers. Structures that
// end early, and late.
static uint64_t node_address(VdRandom *r, uint32_t params) {
  return vd_inputs_region((uint32_t)vd_random_below(r, params + NODES));
}

static void fill_node(VdInputs *in, VdRandom *r, uint64_t links, uint8_t *at,
                      uint32_t n, uint32_t params) {
  for (uint32_t i = 0; i + 8 <= n; i += 8) {
    uint64_t word = 0, small = vd_random_below(r, 5);
    uint64_t kind = vd_random_below(r, 8);
    if (kind < links)
      word = node_address(r, params);
    else if (kind == 6)
      word = small | vd_random_below(r, 3) << 32;
    else if (kind == 7)
      word = number_value(in, r, 32) & 0xffffffff;
    memcpy(at + i, &word, sizeof word);
  }
}

static void link_nodes(VdInputs *in, VdRandom *r, VdCase *input,
                       VdArena *arena) {
  uint64_t links = 1 + vd_random_below(r, 5);
  for (uint32_t i = 0; i < input->params && i < MAX_PARAMS; i++)
    if (input->param[i].sort.kind == VD_SORT_BV &&
        input->param[i].sort.a == 64 && vd_random_below(r, 8))
      input->param[i].bits = vd_random_below(r, 4)
                                 ? vd_inputs_region(i)
                                 : node_address(r, input->params);
    else if (input->param[i].sort.kind == VD_SORT_BV &&
             input->param[i].sort.a < 64 && vd_random_below(r, 2))
      input->param[i] =
          vd_value_bv(input->param[i].sort.a, vd_random_below(r, 4));
  for (uint32_t i = 0; i < input->params + NODES && i < MAX_PARAMS; i++) {
    VdCell cell = {.addr = vd_inputs_region(i),
                   .len = REGION_BYTES,
                   .bytes = vd_arena_alloc(arena, REGION_BYTES)};
    fill_node(in, r, links, cell.bytes, cell.len, input->params);
    vd_push(&input->memory, cell);
  }
}

static bool has_memory(const VdInputs *in) {
  const VdFunc *f = vd_sides_func(in->sides, OLD);
  for (uint32_t i = 0; i < f->params; i++)
    if (f->param[i].role == VD_ROLE_MEM) return true;
  return in->variable.len > 0;
}

static void add_memory(VdInputs *in, VdRandom *r, VdCase *input, bool linked,
                       VdArena *arena) {
  uint32_t variables = in->variable.len;
  if (!has_memory(in)) return;
  if (linked) link_nodes(in, r, input, arena);
  for (uint32_t i = 0; i < input->params && i < MAX_PARAMS && !linked; i++)
    if (input->param[i].sort.kind == VD_SORT_BV && input->param[i].sort.a == 64)
      add_cell(in, r, input, arena, vd_inputs_region(i), REGION_BYTES, NULL);
  for (uint32_t i = 0; i < variables && i < vd_limit->input_variables; i++) {
    const VdVariable *v = &in->variable.at[i];
    uint32_t n = v->size < VARIABLE_BYTES ? (uint32_t)v->size : VARIABLE_BYTES;
    add_cell(in, r, input, arena, v->addr, n, v->init);
  }
}

// ------------------------------------------------------------------- cases

VdCase *vd_case_new(const VdSides *sides, VdArena *arena) {
  const VdFunc *f = vd_sides_func(sides, OLD);
  VdCase *input = VD_NEW(arena, VdCase);
  input->param = VD_NEW_ARRAY(arena, VdValue, f->params + 1);
  input->name = VD_NEW_ARRAY(arena, const char *, f->params + 1);
  input->relevant = VD_NEW_ARRAY(arena, bool, f->params + 1);
  input->difference = input->native = input->reproducer = "";
  for (uint32_t i = 0; i < f->params; i++) {
    if (!vd_param_is_input(&f->param[i])) continue;
    uint32_t k = input->params++;
    VdSort sort = f->param[i].sort;
    if (vd_sort_width(sort) > 64) {
      input->param[k] =
          vd_value_limbs(arena, vd_sort_width(sort), (uint64_t[]){0}, 1);
      input->param[k].sort = sort;
    } else {
      input->param[k] = (VdValue){.sort = sort};
    }
    input->name[k] = f->param[i].name ? f->param[i].name : "";
    input->relevant[k] = true;
  }
  return input;
}

VdCase *vd_case_copy(const VdCase *input, VdArena *arena) {
  VdCase *copy = VD_NEW(arena, VdCase);
  *copy = *input;
  copy->param =
      vd_arena_copy(arena, input->param, input->params * sizeof *input->param);
  copy->name =
      vd_arena_copy(arena, input->name, input->params * sizeof *input->name);
  copy->relevant = vd_arena_copy(arena, input->relevant,
                                 input->params * sizeof *input->relevant);
  memset(&copy->memory, 0, sizeof copy->memory);
  memset(&copy->region, 0, sizeof copy->region);
  for (uint32_t i = 0; i < input->memory.len; i++) {
    VdCell cell = input->memory.at[i];
    cell.bytes = vd_arena_copy(arena, cell.bytes, cell.len);
    vd_push(&copy->memory, cell);
  }
  return copy;
}

static void outcome_done(VdOutcome *outcome) {
  for (uint32_t i = 0; i < outcome->event.len; i++)
    vd_vec_done(&outcome->event.at[i].writes);
  vd_vec_done(&outcome->event);
  vd_vec_done(&outcome->memory);
}

void vd_case_done(VdCase *input) {
  vd_vec_done(&input->memory);
  vd_vec_done(&input->region);
  outcome_done(&input->old_outcome);
  outcome_done(&input->new_outcome);
}

static const int64_t edge[] = {0,         1,         -1,        2,   INT32_MAX,
                               INT32_MIN, INT64_MAX, INT64_MIN, 127, -128,
                               255,       32767,     65535,     10};

// The first inputs go through the boundary values one parameter at a time. So
// many they are:
static uint64_t systematic_ones(const VdCase *input) {
  return input->params ? VD_COUNT(edge) * input->params : 1;
}

static void systematic(VdCase *input, uint64_t n, VdArena *arena) {
  uint64_t k = input->params;
  if (!k) return;
  VdValue *v = &input->param[n % k];
  int64_t e = edge[n / k];
  if (v->sort.kind == VD_SORT_BOOL) {
    v->bits = e & 1;
  } else if (v->sort.kind == VD_SORT_BV && v->sort.a <= 64) {
    *v = vd_value_bv(v->sort.a, (uint64_t)e);
  } else if (v->sort.kind == VD_SORT_FLOAT) {
    VdValue from = vd_value_bv(64, (uint64_t)e);
    vd_op_eval(arena, VD_OP_STOF, vd_imm_float(v->sort), &from, 1, v);
  }
}

// All guesses come up early, then one now and again.
static void apply_guess(VdInputs *in, VdRandom *r, uint64_t n, VdCase *input) {
  uint64_t k = vd_random_below(r, vd_limit->input_guesses);
  if (n < 2 * vd_limit->input_guesses)
    k = n / 2;
  else if (vd_random_below(r, 8))
    return;
  for (uint32_t i = 0; i < in->guess[k].len; i++)
    input->param[in->guess[k].at[i].param] = in->guess[k].at[i].value;
}

static void random_params(VdInputs *in, VdRandom *r, VdCase *input) {
  for (uint32_t i = 0; i < input->params; i++) {
    VdSort sort = input->param[i].sort;
    if (sort.kind == VD_SORT_BV && sort.a == 64)
      input->param[i] = vd_value_bv(64, pointer_value(in, r, i, input->params));
    else
      input->param[i] = vd_inputs_value(in, r, sort);
  }
}

// Zeros of both signs, ones: where several floats have to be special at once.
static void tiny_floats(VdRandom *r, VdCase *input) {
  static const double tiny[] = {0.0, -0.0, 1.0};
  for (uint32_t i = 0; i < input->params; i++) {
    double x = tiny[vd_random_below(r, VD_COUNT(tiny))];
    VdValue *v = &input->param[i];
    if (vd_sort_eq(v->sort, vd_sort_float(11, 53))) *v = vd_value_double(x);
    if (vd_sort_eq(v->sort, vd_sort_float(8, 24)))
      *v = vd_value_float((float)x);
  }
}

VdCase *vd_inputs_get(VdInputs *in, uint64_t n, VdArena *arena) {
  VdRandom r = {vd_hash_mix(in->sides->seed + 1, n)};
  VdCase *input = vd_case_new(in->sides, arena);
  uint64_t first = systematic_ones(input);
  in->late = n >= vd_limit->input_early;
  if (n < first) {
    systematic(input, n, arena);
  } else {
    random_params(in, &r, input);
    if (in->guess[0].len) apply_guess(in, &r, n - first, input);
    if (n % 16 == 5) tiny_floats(&r, input);
  }
  add_memory(in, &r, input, n >= first && n % 4 == 3, arena);
  if (n >= vd_limit->input_one_outside) input->salt = n;
  return input;
}
