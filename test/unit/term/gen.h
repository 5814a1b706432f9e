// Random raw expressions, strongly biased towards shapes that rules look for:
// few sorts and variables at a time, arguments that were made a moment ago,
// constants at boundaries, negations, nested ites, accesses that overlap.
//
// Expressions are made one on top of the other in a pool; each new one takes
// its arguments from there.
#ifndef VD_TEST_GEN_H
#define VD_TEST_GEN_H

#include "raw.h"

enum { GEN_WIDTHS = 4, GEN_FLOATS = 3, GEN_VARS = 3, GEN_RECENT = 24 };

typedef struct Gen {
  VdArena arena;
  VdRandom random;
  VD_VEC(Raw *) pool;
  VD_VEC(Raw *) address;  // with their room
  uint32_t width[GEN_WIDTHS], widths;
  VdSort format[GEN_FLOATS];
  uint32_t formats;
  uint32_t vars;  // of a sort
  bool memory, arrays, apps;
  bool inexact;  // what a solver is not told exactly: fmod, parameters, ROM
  VdSort array;
  VdSort focus;  // half of what is made has this sort; none: no such
} Gen;

static inline uint64_t below(Gen *g, uint64_t n) {
  return vd_random_below(&g->random, n);
}
static inline bool one_in(Gen *g, uint64_t n) {
  return below(g, n) == 0;
}

static inline void gen_done(Gen *g) {
  vd_arena_done(&g->arena);
  vd_vec_done(&g->pool);
  vd_vec_done(&g->address);
}

// ---------------------------------------------------------------- pieces

static inline Raw *raw_new(Gen *g, VdOp op, VdSort sort, uint64_t imm) {
  Raw *raw = VD_NEW(&g->arena, Raw);
  raw->op = op, raw->sort = sort, raw->imm = imm;
  return raw;
}

static inline Raw *raw_op(Gen *g, VdOp op, uint64_t imm, uint32_t n,
                          Raw *const *args) {
  VdSort sort[RAW_ARGS];
  Raw *raw = raw_new(g, op, (VdSort){0}, imm);
  raw->n = n;
  for (uint32_t i = 0; i < n; i++)
    raw->arg[i] = args[i], sort[i] = args[i]->sort;
  raw->sort = vd_op_sort(op, imm, sort, n);
  if (!raw->sort.kind) fail_msg("ill-sorted %s", vd_op_info[op].text);
  return raw;
}
static inline Raw *raw1(Gen *g, VdOp op, uint64_t imm, Raw *a) {
  return raw_op(g, op, imm, 1, (Raw *[]){a});
}
static inline Raw *raw2(Gen *g, VdOp op, Raw *a, Raw *b) {
  return raw_op(g, op, 0, 2, (Raw *[]){a, b});
}
static inline Raw *raw3(Gen *g, VdOp op, Raw *a, Raw *b, Raw *c) {
  return raw_op(g, op, 0, 3, (Raw *[]){a, b, c});
}

static inline Raw *raw_value(Gen *g, VdValue value) {
  Raw *raw = raw_new(g, VD_OP_CONST, value.sort, 0);
  raw->value = value;
  return raw;
}
static inline Raw *raw_bv(Gen *g, uint32_t width, uint64_t bits) {
  return raw_value(g, vd_value_limbs(&g->arena, width, &bits, 1));
}
static inline Raw *raw_const(Gen *g, VdSort sort) {
  Env env = {.arena = &g->arena};
  return raw_value(g, special_value(&env, sort, vd_random_next(&g->random)));
}
static inline Raw *raw_var(Gen *g, VdSort sort, uint32_t number) {
  return raw_new(g, VD_OP_VAR, sort, (uint64_t)VD_VAR_PARAM << 32 | number);
}

static inline Raw *raw_app_of(Gen *g, uint32_t fun, uint32_t result,
                              VdSort sort, uint32_t n, Raw *const *args) {
  Raw *raw = raw_new(g, VD_OP_APP, sort, (uint64_t)fun << 16 | result);
  raw->n = n;
  for (uint32_t i = 0; i < n; i++) raw->arg[i] = args[i];
  return raw;
}

// ----------------------------------------------------------------- choosing

static inline bool can_be_const(VdSort sort) {
  return sort.kind != VD_SORT_ARRAY && sort.kind != VD_SORT_WORLD;
}

static inline Raw *from_pool(Gen *g, VdSort sort) {
  uint32_t start = (uint32_t)below(g, GEN_RECENT);
  for (uint32_t i = start; i < g->pool.len; i++) {
    Raw *raw = g->pool.at[g->pool.len - 1 - i];
    if (vd_sort_eq(raw->sort, sort)) return raw;
  }
  for (uint32_t i = 0; i < start && i < g->pool.len; i++) {
    Raw *raw = g->pool.at[g->pool.len - 1 - i];
    if (vd_sort_eq(raw->sort, sort)) return raw;
  }
  return NULL;
}

// Rules look for complements and negations of what is there.
static inline Raw *opposite(Gen *g, Raw *raw) {
  switch (raw->sort.kind) {
    case VD_SORT_BOOL: return raw1(g, VD_OP_NOT, 0, raw);
    case VD_SORT_FLOAT: return raw1(g, VD_OP_FNEG, 0, raw);
    case VD_SORT_BV:
      if (one_in(g, 2)) return raw1(g, VD_OP_BVNOT, 0, raw);
      return raw2(g, VD_OP_BVMUL,
                  raw1(g, VD_OP_BVNOT, 0, raw_bv(g, raw->sort.a, 0)), raw);
  }
  return raw;
}

static inline Raw *any(Gen *g, VdSort sort) {
  uint64_t dice = below(g, 20);
  if (dice < 4 && can_be_const(sort)) return raw_const(g, sort);
  Raw *raw = dice < 14 ? from_pool(g, sort) : NULL;
  if (raw) return dice == 4 ? opposite(g, raw) : raw;
  if (vd_sort_is_mem(sort) && g->inexact && one_in(g, 6))
    return raw_new(g, VD_OP_ROM, sort, 0);
  return raw_var(g, sort, (uint32_t)below(g, g->vars));
}

static inline Raw *any_bool(Gen *g) {
  Raw *raw = any(g, vd_sort_bool());
  return one_in(g, 4) ? raw1(g, VD_OP_NOT, 0, raw) : raw;
}
static inline VdSort any_bv_sort(Gen *g) {
  return vd_sort_bv(g->width[below(g, g->widths)]);
}
static inline VdSort any_format(Gen *g) {
  return g->format[below(g, g->formats)];
}
static inline VdSort any_sort(Gen *g) {
  if (g->focus.kind && one_in(g, 2)) return g->focus;
  uint64_t dice = below(g, 16);
  if (dice < 3) return vd_sort_bool();
  if (dice < 5 && g->formats) return any_format(g);
  if (dice < 7 && g->memory) return vd_sort_mem();
  if (dice < 8 && g->arrays) return g->array;
  if (dice < 9 && g->apps) return vd_sort_world();
  return any_bv_sort(g);
}

// --------------------------------------------------------------- addresses
// An address has lo bytes of its object before it and room behind it.

static inline Raw *address_put(Gen *g, Raw *raw, uint64_t lo, uint64_t room,
                               bool rom) {
  raw->fixed = true;
  raw->lo = lo, raw->room = room, raw->rom = rom;
  vd_push(&g->address, raw);
  vd_push(&g->pool, raw);
  return raw;
}

static inline Raw *fixed(Raw *raw) {
  raw->fixed = true;
  return raw;
}

// A number of 0 to most as a term of 64 bits; most is 2^k - 1.
static inline Raw *small_index(Gen *g, uint64_t most) {
  Raw *x = raw_var(g, vd_sort_bv(8), (uint32_t)below(g, g->vars));
  if (one_in(g, 3)) {
    Raw *c = any_bool(g);
    return fixed(raw3(g, VD_OP_ITE, c, raw_bv(g, 64, below(g, most + 1)),
                      raw_bv(g, 64, below(g, most + 1))));
  }
  x = fixed(raw2(g, VD_OP_BVAND, fixed(x), fixed(raw_bv(g, 8, most))));
  return fixed(raw1(g, VD_OP_ZEXT, 64, x));
}

static inline Raw *heap_of(Gen *g) {
  VdSort world = vd_sort_world();
  for (uint32_t i = g->pool.len; i-- > 0 && one_in(g, 2) == 0;)
    if (g->pool.at[i]->sort.kind == VD_SORT_WORLD) return g->pool.at[i];
  return raw_var(g, world, 0);
}

static inline Raw *base_address(Gen *g) {
  uint64_t dice = below(g, 8);
  if (dice < 4 || !g->inexact) {
    uint32_t id = 1 + (uint32_t)below(g, g->inexact ? TABLE : TABLE - 1);
    Raw *raw = raw_new(g, VD_OP_ADDR, vd_sort_bv(64), id);
    return address_put(g, raw, 0, object_size[id], id == TABLE);
  }
  if (dice < 6 || !g->apps) {
    uint32_t number = POINTER + (uint32_t)below(g, POINTERS);
    return address_put(g, raw_var(g, vd_sort_bv(64), number), 0, ROOM, false);
  }
  VdSort world = vd_sort_world();
  Raw *args[] = {raw_bv(g, 64, below(g, 3)), heap_of(g)};
  if (one_in(g, 2)) args[0] = any(g, vd_sort_bv(64));
  vd_push(&g->pool, raw_app_of(g, FUN_FRESH, 1, world, 2, args));
  Raw *raw = raw_app_of(g, FUN_FRESH, 0, vd_sort_bv(64), 2, args);
  return address_put(g, raw, 0, ROOM, false);
}

static inline Raw *moved_address(Gen *g, Raw *from) {
  VdOp op = one_in(g, 4) ? VD_OP_BVADD : VD_OP_PTRADD;
  uint64_t down = below(g, from->lo + 1), up = below(g, from->room + 1);
  if (one_in(g, 3) && from->room >= 8) {
    uint64_t most = from->room >= 16 && one_in(g, 2) ? 15 : 7;
    Raw *index = small_index(g, most);
    Raw *raw = raw2(g, op, from, index);
    return address_put(g, raw, from->lo, from->room - most, from->rom);
  }
  uint64_t by = one_in(g, 3) ? -down : up;
  uint64_t lo = from->lo + by, room = from->room - by;
  Raw *raw = raw2(g, op, from, fixed(raw_bv(g, 64, by)));
  return address_put(g, raw, lo, room, from->rom);
}

static inline Raw *some_address(Gen *g) {
  if (!g->address.len || one_in(g, 4)) return base_address(g);
  Raw *from = g->address.at[below(g, g->address.len)];
  if (one_in(g, 8)) {
    Raw *other = g->address.at[below(g, g->address.len)];
    Raw *raw = raw3(g, VD_OP_ITE, any_bool(g), from, other);
    return address_put(g, raw, from->lo < other->lo ? from->lo : other->lo,
                       from->room < other->room ? from->room : other->room,
                       from->rom || other->rom);
  }
  return moved_address(g, from);
}

// One with so much room behind it.
static inline Raw *address_for(Gen *g, uint64_t bytes, bool write) {
  for (int tries = 0; tries < 20; tries++) {
    Raw *raw = g->address.len && one_in(g, 2)
                   ? g->address.at[below(g, g->address.len)]
                   : some_address(g);
    if (raw->room >= bytes && !(write && raw->rom)) return raw;
  }
  Raw *raw = raw_new(g, VD_OP_ADDR, vd_sort_bv(64), GLOBAL_B);
  return address_put(g, raw, 0, LARGE, false);
}

// ---------------------------------------------------------------- operators

static inline Raw *make_bool(Gen *g) {
  VdSort sort = one_in(g, 2) ? any_sort(g) : any_bv_sort(g);
  VdSort bv = any_bv_sort(g);
  uint64_t dice = below(g, g->formats ? 16 : 11);
  if (dice == 0) return raw1(g, VD_OP_NOT, 0, any_bool(g));
  if (dice < 4) {
    Raw *arg[4] = {any_bool(g), any_bool(g), any_bool(g), any_bool(g)};
    return raw_op(g, VD_OP_AND, 0, 2 + (uint32_t)below(g, 3), arg);
  }
  if (dice < 6) return raw2(g, VD_OP_EQ, any(g, sort), any(g, sort));
  if (dice < 7)
    return raw3(g, VD_OP_ITE, any_bool(g), any_bool(g), any_bool(g));
  if (dice < 9) return raw2(g, VD_OP_BVULT, any(g, bv), any(g, bv));
  if (dice < 11) return raw2(g, VD_OP_BVSLT, any(g, bv), any(g, bv));
  VdSort f = any_format(g);
  if (dice < 12) return raw1(g, VD_OP_FNAN, 0, any(g, f));
  static const VdOp compare[] = {VD_OP_FEQ, VD_OP_FLT, VD_OP_FLE};
  return raw2(g, compare[below(g, 3)], any(g, f), any(g, f));
}

static inline Raw *make_memory_word(Gen *g, uint32_t width) {
  uint32_t bytes = width / 8;
  if (bytes == 1 && one_in(g, 6))
    return raw2(g, VD_OP_SELECT, any(g, vd_sort_mem()),
                address_for(g, 1, false));
  return raw_op(g, VD_OP_LOAD, bytes, 2,
                (Raw *[]){any(g, vd_sort_mem()), address_for(g, bytes, false)});
}

// A bit-vector out of one of another width; NULL if there is none that fits.
static inline Raw *make_resized(Gen *g, uint32_t width) {
  uint32_t other = g->width[below(g, g->widths)];
  if (other < width || (other == width && one_in(g, 2))) {
    if (other < width && one_in(g, 3)) {
      Raw *low = any(g, vd_sort_bv(other));
      Raw *high = any(g, vd_sort_bv(width - other));
      return one_in(g, 2) ? raw2(g, VD_OP_CONCAT, high, low)
                          : raw2(g, VD_OP_CONCAT, low, high);
    }
    VdOp op = one_in(g, 2) ? VD_OP_SEXT : VD_OP_ZEXT;
    return raw1(g, op, width, any(g, vd_sort_bv(other)));
  }
  uint32_t low = one_in(g, 2) ? 0 : (uint32_t)below(g, other - width + 1);
  if (one_in(g, 4)) low = other - width;
  if (width % 8 == 0 && one_in(g, 2)) low = low / 8 * 8;
  return raw1(g, VD_OP_EXTRACT, vd_imm_extract(low + width - 1, low),
              any(g, vd_sort_bv(other)));
}

static inline Raw *make_from_float(Gen *g, uint32_t width) {
  VdSort f = any_format(g);
  if (vd_sort_width(f) == width && one_in(g, 2))
    return raw1(g, VD_OP_FTOB, 0, any(g, f));
  return raw1(g, one_in(g, 2) ? VD_OP_FTOS : VD_OP_FTOU, width, any(g, f));
}

static inline Raw *make_bv_other(Gen *g, uint32_t width) {
  VdSort bv8 = vd_sort_bv(8);
  if (g->formats && one_in(g, 3)) return make_from_float(g, width);
  if (g->memory && width % 8 == 0 && one_in(g, 2))
    return make_memory_word(g, width);
  if (g->arrays && width == g->array.b && one_in(g, 2))
    return raw2(g, VD_OP_SELECT, any(g, g->array),
                any(g, vd_sort_bv(g->array.a)));
  if (g->apps && width == 8)
    return raw_app_of(g, FUN_BV, 0, bv8, 1, (Raw *[]){any(g, bv8)});
  return make_resized(g, width);
}

static inline Raw *make_bv(Gen *g, uint32_t width) {
  static const VdOp many[] = {VD_OP_BVAND, VD_OP_BVXOR, VD_OP_BVADD,
                              VD_OP_BVMUL, VD_OP_BVADD};
  static const VdOp two[] = {VD_OP_BVUDIV, VD_OP_BVUREM, VD_OP_BVSDIV,
                             VD_OP_BVSREM, VD_OP_BVSHL,  VD_OP_BVLSHR,
                             VD_OP_BVASHR, VD_OP_BVSHL,  VD_OP_BVLSHR};
  VdSort sort = vd_sort_bv(width);
  uint64_t dice = below(g, 20);
  if (dice < 7) {
    Raw *arg[4] = {any(g, sort), any(g, sort), any(g, sort), any(g, sort)};
    uint32_t n = one_in(g, 3) ? 2 + (uint32_t)below(g, 3) : 2;
    return raw_op(g, many[below(g, VD_COUNT(many))], 0, n, arg);
  }
  if (dice < 9) {
    VdOp op = two[below(g, VD_COUNT(two))];
    Raw *by = op >= VD_OP_BVSHL && one_in(g, 2)
                  ? raw_bv(g, width, below(g, width + 2))
                  : any(g, sort);
    return raw2(g, op, any(g, sort), by);
  }
  if (dice < 10) return raw1(g, VD_OP_BVNOT, 0, any(g, sort));
  if (dice < 12) return raw2(g, VD_OP_BVMUL, any(g, sort), raw_const(g, sort));
  if (dice < 14)
    return raw3(g, VD_OP_ITE, any_bool(g), any(g, sort), any(g, sort));
  if (dice < 15 && width == 64) {
    return raw2(g, VD_OP_PTRADD, any(g, sort), any(g, sort));
  }
  if (dice < 17) return make_resized(g, width);
  return make_bv_other(g, width);
}

static inline Raw *make_float(Gen *g, VdSort f) {
  static const VdOp two[] = {VD_OP_FADD, VD_OP_FSUB, VD_OP_FMUL, VD_OP_FDIV,
                             VD_OP_FREM};
  static const VdOp one[] = {VD_OP_FSQRT, VD_OP_FNEG, VD_OP_FABS, VD_OP_FNEG};
  uint64_t dice = below(g, 16), imm = vd_imm_float(f);
  if (dice < 6)
    return raw2(g, two[below(g, g->inexact ? 5 : 4)], any(g, f), any(g, f));
  if (dice < 8) return raw1(g, one[below(g, 4)], 0, any(g, f));
  if (dice < 9) return raw3(g, VD_OP_FMA, any(g, f), any(g, f), any(g, f));
  if (dice < 10) return raw1(g, VD_OP_FRINT, below(g, 5), any(g, f));
  if (dice < 12) return raw1(g, VD_OP_FTOF, imm, any(g, any_format(g)));
  if (dice < 13)
    return raw1(g, one_in(g, 2) ? VD_OP_STOF : VD_OP_UTOF, imm,
                any(g, any_bv_sort(g)));
  if (dice < 14) {
    VdSort other = any_format(g);
    Raw *bits = vd_sort_width(other) == vd_sort_width(f) && one_in(g, 2)
                    ? raw1(g, VD_OP_FTOB, 0, any(g, other))
                    : any(g, vd_sort_bv(vd_sort_width(f)));
    return raw1(g, VD_OP_BTOF, imm, bits);
  }
  return raw3(g, VD_OP_ITE, any_bool(g), any(g, f), any(g, f));
}

// A length and how much room it takes.
static inline Raw *some_length(Gen *g, uint64_t *room) {
  if (one_in(g, 2)) return fixed(raw_bv(g, 64, *room = below(g, 20)));
  if (one_in(g, 2))  // too long to be one store
    return fixed(raw_bv(g, 64, *room = 60 + below(g, 60)));
  return small_index(g, *room = 15);
}

static inline Raw *make_mem(Gen *g) {
  static const uint32_t bytes[] = {1, 2, 4, 8, 3, 16};
  VdSort mem = vd_sort_mem();
  uint64_t dice = below(g, 16), room;
  uint32_t n = bytes[below(g, VD_COUNT(bytes))];
  if (dice < 9)
    return raw3(g, VD_OP_STORE, any(g, mem), address_for(g, n, true),
                any(g, vd_sort_bv(8 * n)));
  if (dice < 10) {
    Raw *length = some_length(g, &room);
    Raw *arg[] = {any(g, mem), address_for(g, room, true),
                  any(g, vd_sort_bv(8)), length};
    return raw_op(g, VD_OP_FILL, 0, 4, arg);
  }
  if (dice < 12) {
    Raw *length = some_length(g, &room);
    Raw *arg[] = {any(g, mem), address_for(g, room, true), any(g, mem),
                  address_for(g, room, false), length};
    return raw_op(g, VD_OP_COPY, 0, 5, arg);
  }
  if (dice < 13)
    return raw3(g, VD_OP_UPDATE, any(g, mem), address_for(g, 1, true),
                any(g, vd_sort_bv(8)));
  if (dice < 14 && g->apps)
    return raw_app_of(g, FUN_MEM, 0, mem, 1, (Raw *[]){any(g, mem)});
  return raw3(g, VD_OP_ITE, any_bool(g), any(g, mem), any(g, mem));
}

static inline Raw *make_array(Gen *g) {
  VdSort a = g->array;
  if (one_in(g, 3))
    return raw3(g, VD_OP_ITE, any_bool(g), any(g, a), any(g, a));
  return raw3(g, VD_OP_UPDATE, any(g, a), any(g, vd_sort_bv(a.a)),
              any(g, vd_sort_bv(a.b)));
}

// A long sum, product or conjunction: beyond what rules keep flat.
static inline void make_long(Gen *g) {
  static const VdOp ops[] = {VD_OP_AND, VD_OP_BVADD, VD_OP_BVMUL, VD_OP_BVAND,
                             VD_OP_BVXOR};
  VdOp op = ops[below(g, VD_COUNT(ops))];
  VdSort sort = op == VD_OP_AND ? vd_sort_bool() : any_bv_sort(g);
  Raw *sum = any(g, sort);
  for (uint32_t i = 0, n = 20 + (uint32_t)below(g, 60); i < n; i++) {
    Raw *next = raw_var(g, sort, 1000 + i);
    if (op == VD_OP_AND && one_in(g, 3)) {
      Raw *inner = raw2(g, VD_OP_AND, any_bool(g), next);
      next = raw1(g, VD_OP_NOT, 0, inner);
    }
    sum = raw2(g, op, sum, next);
    if (one_in(g, 10)) vd_push(&g->pool, sum);
  }
  vd_push(&g->pool, sum);
}

// A chain of tests of one value, as a switch makes.
static inline Raw *make_switch(Gen *g, VdSort sort) {
  VdSort bv = any_bv_sort(g);
  Raw *x = any(g, bv), *chain = any(g, sort);
  for (uint32_t n = 1 + (uint32_t)below(g, 4); n > 0; n--) {
    if (one_in(g, 6)) x = any(g, bv);
    Raw *test = raw2(g, VD_OP_EQ, x, raw_const(g, bv));
    chain = raw3(g, VD_OP_ITE, test, any(g, sort), chain);
  }
  return chain;
}

// Neighbouring pieces of one value, put together again.
static inline void make_joined(Gen *g) {
  VdSort bv = any_bv_sort(g);
  Raw *x = any(g, bv), *joined = NULL;
  for (uint32_t low = (uint32_t)below(g, bv.a); low < bv.a;) {
    uint32_t high = low + (uint32_t)below(g, bv.a - low);
    Raw *piece = raw1(g, VD_OP_EXTRACT, vd_imm_extract(high, low), x);
    joined = joined ? raw2(g, VD_OP_CONCAT, piece, joined) : piece;
    vd_push(&g->pool, joined);
    low = high + 1;
  }
}

static inline Raw *gen_step(Gen *g) {
  if (one_in(g, 400)) make_long(g);
  if (one_in(g, 100)) make_joined(g);
  VdSort sort = any_sort(g);
  Raw *raw = NULL;
  if (one_in(g, 40)) {
    raw = make_switch(g, sort);
  } else if (sort.kind == VD_SORT_BOOL) {
    raw = make_bool(g);
  } else if (sort.kind == VD_SORT_FLOAT) {
    raw = make_float(g, sort);
  } else if (vd_sort_is_mem(sort)) {
    raw = make_mem(g);
  } else if (sort.kind == VD_SORT_ARRAY) {
    raw = make_array(g);
  } else if (sort.kind == VD_SORT_WORLD) {
    raw = raw3(g, VD_OP_ITE, any_bool(g), any(g, sort), any(g, sort));
  } else {
    raw = make_bv(g, sort.a);
  }
  vd_push(&g->pool, raw);
  return raw;
}

// ------------------------------------------------------------------ choices

static inline Gen gen_new(uint64_t seed) {
  static const uint32_t widths[] = {1, 2, 3, 4, 7, 8, 16, 32, 64, 65, 128};
  static const VdSort formats[] = {
      {.kind = VD_SORT_FLOAT, .a = 3, .b = 5},
      {.kind = VD_SORT_FLOAT, .a = 4, .b = 4},  // as many bits as 3.5
      {.kind = VD_SORT_FLOAT, .a = 2, .b = 2},
      {.kind = VD_SORT_FLOAT, .a = 5, .b = 11},
      {.kind = VD_SORT_FLOAT, .a = 8, .b = 24},
      {.kind = VD_SORT_FLOAT, .a = 11, .b = 53},
      {.kind = VD_SORT_FLOAT, .a = 15, .b = 113},
  };
  Gen g = {.random = {seed}, .vars = GEN_VARS, .inexact = true};
  g.widths = 1 + (uint32_t)below(&g, GEN_WIDTHS);
  for (uint32_t i = 0; i < g.widths; i++)
    g.width[i] = widths[below(&g, VD_COUNT(widths))];
  if (one_in(&g, 3)) {
    g.formats = 1 + (uint32_t)below(&g, GEN_FLOATS);
    for (uint32_t i = 0; i < g.formats; i++)
      g.format[i] = formats[below(&g, VD_COUNT(formats))];
    if (one_in(&g, 4)) g.format[0] = formats[0], g.format[1] = formats[1];
    if (one_in(&g, 2)) g.width[0] = vd_sort_width(g.format[0]);
  }
  g.memory = one_in(&g, 2);
  if (g.memory) g.width[0] = 8u << below(&g, 4);
  g.apps = one_in(&g, 2);
  g.arrays = one_in(&g, 4);
  g.array = vd_sort_array(one_in(&g, 2) ? 64 : g.width[0] % 64 + 1,
                          (uint16_t)(g.width[0] % 64 + 1));
  if (g.arrays && g.widths > 1 && g.width[1] <= 64)
    g.array = vd_sort_array(g.width[1], (uint16_t)g.width[1]);
  if (one_in(&g, 2)) g.focus = any_sort(&g);
  if (g.formats && one_in(&g, 2)) g.focus = g.format[0];
  return g;
}

#endif
