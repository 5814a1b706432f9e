// Raw expressions: what a test asks for, before any rule has seen it, and a
// small universe of objects and functions for them to speak about. A raw
// expression is evaluated directly by vd_op_eval, built by vd_mk, and printed;
// it belongs to no manager, so that one that fails is shrunk in fresh ones.
//
// Rules about memory hold only where addresses stay inside their objects. So
// addresses are made by the generator, each with the room around it, and the
// shrinker leaves them alone.
#ifndef VD_TEST_RAW_H
#define VD_TEST_RAW_H

#include "base/limit.h"
#include "term/terms_impl.h"
#include "unit.h"

enum { RAW_ARGS = 5 };

typedef struct Raw {
  VdOp op;
  uint64_t
      imm;  // VAR: kind << 32 | number; ADDR: object; APP: fun << 16 | result
  VdSort sort;
  uint32_t n;
  struct Raw *arg[RAW_ARGS];
  VdValue value;      // of a CONST
  bool fixed;         // in an address: keep it
  uint64_t lo, room;  // an address: bytes inside the object before and after it
  bool rom;           // an address in a constant object
  // Results, valid for one run.
  uint64_t built_in, known_in;
  VdTerm term;
  VdValue known;
} Raw;

// ---------------------------------------------------------------- universe

enum { GLOBAL_A = 1, GLOBAL_B, SLOT_A, SLOT_B, TABLE, CODE, OBJECTS = CODE };
enum { FUN_BV = 1, FUN_BOOL, FUN_MEM, FUN_FRESH, FUN_PAIR, FUNS = FUN_PAIR };
enum { TABLE_SIZE = 48, ROOM = 32, LARGE = 160 };
enum { POINTER = 100, POINTERS = 3 };  // variables that are pointers

static const uint64_t object_size[OBJECTS + 1] = {
    0, ROOM, LARGE, ROOM, LARGE, TABLE_SIZE, 0};

static inline uint8_t table_byte(uint32_t i) {
  return (uint8_t)(i * 37 + 11);
}

// The same objects and functions, with the same numbers, in every manager.
static inline void universe_install(VdTerms *tm) {
  static const char *const key[] = {"",       "global a", "global b", "slot a",
                                    "slot b", "table",    "code"};
  static const VdObjectKind kind[] = {0,
                                      VD_OBJECT_GLOBAL,
                                      VD_OBJECT_GLOBAL,
                                      VD_OBJECT_SLOT,
                                      VD_OBJECT_SLOT,
                                      VD_OBJECT_GLOBAL,
                                      VD_OBJECT_FUNCTION};
  uint8_t rom[TABLE_SIZE];
  struct VdReloc reloc[] = {{16, GLOBAL_A, 4}, {32, CODE, 0}};
  for (uint32_t i = 0; i < TABLE_SIZE; i++) rom[i] = table_byte(i);
  for (uint32_t id = 1; id <= OBJECTS; id++) {
    VdObject object = {.kind = kind[id],
                       .key = key[id],
                       .name = key[id],
                       .size = object_size[id],
                       .align = 8};
    if (id == TABLE)
      object.rom = rom, object.reloc = reloc, object.relocs = VD_COUNT(reloc);
    assert_int_equal(vd_object_put(tm, &object), id);
  }
  VdSort bv8 = vd_sort_bv(8), bv64 = vd_sort_bv(64), mem = vd_sort_mem();
  VdSort alloc[] = {bv64, vd_sort_world()}, pair[] = {bv8, vd_sort_bool()};
  VdFun fun[] = {
      {VD_FUN_PURE, "f", "f", 1, 1, &bv8, &bv8},
      {VD_FUN_PURE, "p", "p", 1, 1, &bv8, (VdSort[]){vd_sort_bool()}},
      {VD_FUN_INTERNAL, "h", "h", 1, 1, &mem, &mem},
      {VD_FUN_FRESH, "malloc", "malloc", 2, 2, alloc, alloc},
      {VD_FUN_INTERNAL, "g", "g", 2, 2, pair, pair},
  };
  for (uint32_t i = 0; i < VD_COUNT(fun); i++)
    assert_int_equal(vd_fun_put(tm, &fun[i]), i + 1);
}

static inline VdTerms *universe_new(void) {
  VdTerms *tm = vd_terms_new();
  universe_install(tm);
  return tm;
}

// -------------------------------------------------------------- assignment

// Every value is a function of the seed, so nothing has to be stored.
typedef struct Env {
  VdArena *arena;
  uint64_t seed;
  uint64_t run;  // results of other runs are not valid in this one
} Env;

static inline uint64_t env_hash(const Env *env, uint64_t x, uint64_t y) {
  VdRandom random = {
      vd_hash_mix(vd_hash_mix(env->seed * 0x2545f4914f6cdd1d, x), y)};
  return vd_random_next(&random);
}

// Every memory has the contents of constant objects in it.
static inline VdValue env_mem(const Env *env, VdFill fill) {
  VdValue mem = vd_array_new(env->arena, vd_sort_mem(), fill);
  uint64_t at = vd_layout_address(TABLE);
  for (uint32_t i = 0; i < TABLE_SIZE; i++)
    mem = vd_array_set(env->arena, mem, at + i, table_byte(i));
  uint64_t word[] = {16, vd_layout_address(GLOBAL_A) + 4, 32,
                     vd_layout_address(CODE)};
  for (uint32_t i = 0; i < 4; i += 2)
    for (uint32_t j = 0; j < 8; j++)
      mem = vd_array_set(env->arena, mem, at + word[i] + j,
                         word[i + 1] >> (8 * j) & 255);
  return mem;
}

// Bits that rules care about are more likely than others.
static inline void special_bits(uint64_t h, uint32_t width, uint64_t limb[4]) {
  VdRandom random = {h};
  uint64_t kind = vd_random_below(&random, 10);
  uint32_t bit = (uint32_t)vd_random_below(&random, width);
  for (int i = 0; i < 4; i++) limb[i] = 0;
  switch (kind) {
    case 0: limb[0] = vd_random_below(&random, 4); break;
    case 1: limb[0] = vd_random_below(&random, 16); break;
    case 2:  // -1 to -4
      for (int i = 0; i < 4; i++) limb[i] = ~0ull;
      limb[0] -= vd_random_below(&random, 4);
      break;
    case 3:  // a power of two, or the mask below it
      limb[bit / 64] = 1ull << (bit % 64);
      if (vd_random_below(&random, 2))
        for (uint32_t i = 0; i <= bit / 64; i++)
          limb[i] = i < bit / 64 ? ~0ull : limb[i] - 1;
      break;
    case 4:  // around the least and greatest signed numbers
      limb[(width - 1) / 64] = 1ull << ((width - 1) % 64);
      if (width <= 64) limb[0] += vd_random_below(&random, 5) - 2;
      break;
    default:
      for (int i = 0; i < 4; i++) limb[i] = vd_random_next(&random);
  }
}

static inline VdValue special_float(VdArena *arena, uint64_t h, VdSort sort) {
  VdRandom random = {h};
  uint64_t kind = vd_random_below(&random, 8);
  uint32_t width = vd_sort_width(sort);
  if (kind < 3) {  // small integers
    VdValue from = vd_value_bv(8, vd_random_below(&random, 9) - 4), out;
    assert_true(
        vd_op_eval(arena, VD_OP_STOF, vd_imm_float(sort), &from, 1, &out));
    return out;
  }
  uint64_t limb[4];
  special_bits(vd_random_next(&random), width, limb);
  uint32_t fraction = sort.b - 1u;
  if (kind == 3) {  // a random sign and exponent, no fraction
    uint64_t top = vd_random_next(&random);
    limb[0] = limb[1] = limb[2] = limb[3] = 0;
    limb[fraction / 64] = top << (fraction % 64);
    if (fraction % 64 + sort.a + 1 > 64) limb[fraction / 64 + 1] = top >> 20;
  }
  return vd_value_as_float(arena, sort, vd_value_limbs(arena, width, limb, 4));
}

static inline VdValue special_value(const Env *env, VdSort sort, uint64_t h) {
  uint64_t limb[4];
  switch ((VdSortKind)sort.kind) {
    case VD_SORT_BOOL: return vd_value_bool(h >> 7 & 1);
    case VD_SORT_BV:
      special_bits(h, sort.a, limb);
      return vd_value_limbs(env->arena, sort.a, limb, 4);
    case VD_SORT_FLOAT: return special_float(env->arena, h, sort);
    case VD_SORT_ARRAY:
      if (vd_sort_is_mem(sort)) return env_mem(env, (VdFill){.random = h | 1});
      return vd_array_new(env->arena, sort, (VdFill){.random = h | 1});
    case VD_SORT_WORLD: return (VdValue){.sort = sort, .bits = h % 3};
    case VD_SORT_NONE: break;
  }
  fail_msg("no sort");
  return (VdValue){0};
}

// A parameter points into a global or elsewhere, with ROOM bytes behind it.
static inline uint64_t env_pointer(const Env *env, uint64_t number) {
  uint64_t h = env_hash(env, number, 77);
  if (h % 4 == 0) return vd_layout_address(GLOBAL_A);
  if (h % 4 == 1) return vd_layout_address(GLOBAL_B) + (h >> 8) % (ROOM + 1);
  return (1ull << 50) + (h >> 8) % 24;  // other parameters are there too
}

static inline VdValue env_var(const Env *env, uint64_t key, VdSort sort) {
  uint64_t number = (uint32_t)key;
  if (number >= POINTER && number < POINTER + POINTERS)
    return vd_value_bv(64, env_pointer(env, number));
  uint64_t sort_key =
      (uint64_t)sort.kind << 48 | (uint64_t)sort.a << 16 | sort.b;
  uint64_t h = env_hash(env, key, sort_key);
  // Now and then two variables are equal.
  if (h % 5 == 0) h = env_hash(env, key % 2, sort_key);
  return special_value(env, sort, h);
}

static inline uint64_t value_hash(const VdValue *value) {
  uint64_t h = 1;
  if (value->sort.kind == VD_SORT_ARRAY) {  // what it is, not how it was made
    for (uint32_t id = 1; id <= OBJECTS; id++)
      for (uint32_t i = 0; i < 24; i += 5)
        h = vd_hash_mix(h,
                        vd_array_get(value->array, vd_layout_address(id) + i));
    return h;
  }
  if (value->sort.kind == VD_SORT_WORLD) return vd_hash_mix(h, value->bits);
  for (uint32_t i = 0; i * 64 < vd_sort_width(value->sort); i++)
    h = vd_hash_mix(h, vd_value_limb(value, i));
  return h;
}

static inline VdValue env_app(const Env *env, uint64_t imm, VdSort sort,
                              const VdValue *args, uint32_t n) {
  uint64_t h = env_hash(env, imm, 99);
  for (uint32_t i = 0; i < n; i++) h = vd_hash_mix(h, value_hash(&args[i]));
  h = vd_hash_mix(h, h >> 32);
  if (imm == FUN_FRESH << 16)  // the same for the same arguments, else apart
    return vd_value_bv(64, (1ull << 60) + (h >> 32 << 20));
  if (sort.kind == VD_SORT_WORLD) return (VdValue){.sort = sort, .bits = h};
  return special_value(env, sort, h);
}

// -------------------------------------------------------------- evaluation

static inline bool raw_eval(const Env *env, Raw *raw, VdValue *out) {
  if (raw->known_in == env->run) {
    *out = raw->known;
    return true;
  }
  VdValue args[RAW_ARGS];
  for (uint32_t i = 0; i < raw->n; i++)
    if (!raw_eval(env, raw->arg[i], &args[i])) return false;
  bool ok = true;
  if (raw->op == VD_OP_CONST)
    raw->known = raw->value;
  else if (raw->op == VD_OP_VAR)
    raw->known = env_var(env, raw->imm, raw->sort);
  else if (raw->op == VD_OP_ADDR)
    raw->known = vd_value_bv(64, vd_layout_address((uint32_t)raw->imm));
  else if (raw->op == VD_OP_ROM)
    raw->known = env_mem(env, (VdFill){0});
  else if (raw->op == VD_OP_APP)
    raw->known = env_app(env, raw->imm, raw->sort, args, raw->n);
  else
    ok = vd_op_eval(env->arena, raw->op, raw->imm, args, raw->n, &raw->known);
  raw->known_in = env->run;
  *out = raw->known;
  return ok;
}

typedef struct AppContext {
  const Env *env;
  const VdTerms *tm;
} AppContext;

static inline bool raw_app(void *context, VdTerm t, const VdValue *args,
                           uint32_t n, VdValue *out) {
  const AppContext *c = context;
  *out =
      env_app(c->env, vd_term_imm(c->tm, t), vd_term_sort(c->tm, t), args, n);
  return true;
}

// Gives the evaluator the same assignment, for the variables of these terms.
static inline void eval_prepare(VdEval *eval, const VdTerms *tm,
                                const VdTerm *roots, uint32_t n,
                                AppContext *context) {
  VdTermVec order = {0};
  vd_terms_reach(tm, roots, n, &order);
  for (uint32_t i = 0; i < order.len; i++)
    if (vd_term_op(tm, order.at[i]) == VD_OP_VAR)
      vd_eval_set(eval, order.at[i],
                  env_var(context->env, node_of(tm, order.at[i])->payload,
                          vd_term_sort(tm, order.at[i])));
  vd_vec_done(&order);
  vd_eval_on_app(eval, raw_app, context);
}

// ---------------------------------------------------------------- building

// nest: at how many rules inside rules to pretend to be.
static inline VdTerm raw_make(VdTerms *tm, const Raw *raw, const VdTerm *args,
                              uint32_t nest) {
  VdValue v = raw->value;
  switch ((int)raw->op) {
    case VD_OP_CONST: return vd_mk_value(tm, &v);
    case VD_OP_VAR:
      return vd_mk_var(tm, (VdVarKind)(raw->imm >> 32), (uint32_t)raw->imm,
                       raw->sort, "");
    case VD_OP_ADDR: return vd_mk_addr(tm, (uint32_t)raw->imm);
    case VD_OP_ROM: return vd_mk_rom(tm);
    case VD_OP_APP:
      return vd_mk_app(tm, (uint32_t)(raw->imm >> 16), raw->imm & 0xffff, args,
                       raw->n);
  }
  tm->nest = nest;
  VdTerm t = vd_mk(tm, raw->op, raw->imm, args, raw->n);
  tm->nest = 0;
  return t;
}

static inline uint32_t raw_nest(const Raw *raw, uint64_t cut) {
  if (!cut) return 0;
  uint64_t h = vd_hash_mix(vd_hash_mix(cut, raw->op), raw->imm + raw->n);
  h = vd_hash_mix(h, raw->n ? raw->arg[0]->op : 0);
  return h % 3 ? vd_limit->term_nest - (uint32_t)(h >> 8) % 4 : 0;
}

// stamp tells builds apart; cut chooses where rules are cut short, 0 nowhere.
static inline VdTerm raw_build(VdTerms *tm, Raw *raw, uint64_t stamp,
                               uint64_t cut) {
  VdTerm args[RAW_ARGS];
  if (raw->built_in == stamp) return raw->term;
  for (uint32_t i = 0; i < raw->n; i++)
    args[i] = raw_build(tm, raw->arg[i], stamp, cut);
  raw->term = raw_make(tm, raw, args, raw_nest(raw, cut));
  raw->built_in = stamp;
  return raw->term;
}

// The same without any rule.
static inline VdTerm raw_intern(VdTerms *tm, Raw *raw, uint64_t stamp) {
  VdTerm args[RAW_ARGS];
  if (raw->built_in == stamp) return raw->term;
  for (uint32_t i = 0; i < raw->n; i++)
    args[i] = raw_intern(tm, raw->arg[i], stamp);
  bool given = raw->op == VD_OP_CONST || raw->op == VD_OP_VAR ||
               raw->op == VD_OP_ADDR || raw->op == VD_OP_ROM ||
               raw->op == VD_OP_APP;
  raw->term = given ? raw_make(tm, raw, args, 0)
                    : vd_intern(tm, raw->op, raw->sort, raw->imm, args, raw->n);
  raw->built_in = stamp;
  return raw->term;
}

// ---------------------------------------------------------------- printing

static inline void raw_print(const Raw *raw, VdBuf *out) {
  if (raw->op == VD_OP_CONST) {
    vd_value_print(&raw->value, out);
    return;
  }
  if (raw->n) vd_buf_char(out, '(');
  vd_buf_str(out, vd_op_info[raw->op].text);
  if (raw->op == VD_OP_VAR) {
    vd_buf_printf(out, "%u:", (unsigned)raw->imm);
    vd_sort_print(raw->sort, out);
  } else if (raw->op == VD_OP_EXTRACT) {
    vd_buf_printf(out, "[%u:%u]", (unsigned)(raw->imm >> 32),
                  (unsigned)raw->imm);
  } else if (raw->imm) {
    vd_buf_printf(out, "[%#llx]", (unsigned long long)raw->imm);
  }
  for (uint32_t i = 0; i < raw->n; i++) {
    vd_buf_char(out, ' ');
    raw_print(raw->arg[i], out);
  }
  if (raw->n) vd_buf_char(out, ')');
}

#endif
