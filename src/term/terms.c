// The term manager: nodes, interning, objects, function symbols, variables.
//
// Nodes lie in one vector, arguments in another; a handle is an index. Nothing
// may hold a Node pointer across a call that makes terms.
#include "base/limit.h"
#include "term/terms_impl.h"

// Entries of the table; up to the second it stays in the cache.
enum { FIRST_TABLE = 1024, NEAR_TABLE = 1 << 15 };

static uint64_t limb_hash(const uint64_t *limb, uint32_t width) {
  return vd_hash_bytes(limb, ((size_t)width + 63) / 64 * 8, 7);
}

static bool is_wide(VdSort sort) {
  if (sort.kind == VD_SORT_BV) return sort.a > 64;
  return sort.kind == VD_SORT_FLOAT && sort.a + sort.b > 64;
}

// What of a payload counts for the structural hash: never a number that
// depends on the order in which things were made.
static uint64_t payload_hash(const VdTerms *tm, VdOp op, VdSort sort,
                             uint64_t payload) {
  if (op == VD_OP_CONST && is_wide(sort))
    return limb_hash((const uint64_t *)(uintptr_t)payload, vd_sort_width(sort));
  if (op == VD_OP_ADDR) return tm->object_hash.at[payload - 1];
  if (op == VD_OP_APP)
    return vd_hash_mix(tm->fun_hash.at[app_fun(payload) - 1],
                       app_result(payload));
  return payload;
}

static inline uint64_t node_hash(const VdTerms *tm, VdOp op, VdSort sort,
                                 uint64_t payload, const VdTerm *args,
                                 uint32_t n) {
  const Node *node = tm->node.at;
  uint64_t h =
      vd_hash_mix((uint64_t)op << 32 | n,
                  (uint64_t)sort.a << 32 | (uint32_t)sort.b << 16 | sort.kind);
  if (n == 0 || op == VD_OP_APP) payload = payload_hash(tm, op, sort, payload);
  h = vd_hash_mix(h, payload);
  for (uint32_t i = 0; i < n; i++) h = vd_hash_mix(h, node[args[i].id].hash);
  return h;
}

static bool payload_eq(VdOp op, VdSort sort, uint64_t x, uint64_t y) {
  if (x == y) return true;
  if (op != VD_OP_CONST || !is_wide(sort)) return false;
  return memcmp((const void *)(uintptr_t)x, (const void *)(uintptr_t)y,
                ((size_t)vd_sort_width(sort) + 63) / 64 * 8) == 0;
}

static bool args_eq(const uint32_t *x, const VdTerm *y, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (x[i] != y[i].id) return false;
  return true;
}

// An entry of the table is the id of a node and, in the bits above those that
// an id below table_cap needs, a piece of its hash that did not choose the
// place: nodes that only share the place are told apart without looking at
// them, which is most of the cost of a look-up. 0 is empty.
static uint32_t entry_of(uint32_t cap, uint64_t hash, uint32_t id) {
  return ((uint32_t)(hash >> 32) & ~(cap - 1)) | id;
}

// Half of the table is filled at most: there is room for so many nodes.
static size_t node_bytes(uint32_t cap) {
  return vd_mul(cap / 2, sizeof(Node));
}
static size_t table_bytes(uint32_t cap) {
  return vd_mul(cap, sizeof(uint32_t));
}

static void grow_table(VdTerms *tm) {
  uint32_t old = tm->table_cap, cap = old ? old * 2 : FIRST_TABLE;
  tm->node.at = vd_large_grow(tm->node.at, node_bytes(old), node_bytes(cap));
  uint32_t *table = vd_large_grow(NULL, 0, table_bytes(cap));
  for (uint32_t id = 1; id < tm->node.len; id++) {
    uint64_t hash = tm->node.at[id].hash;
    uint32_t i = (uint32_t)hash & (cap - 1);
    while (table[i]) i = (i + 1) & (cap - 1);
    table[i] = entry_of(cap, hash, id);
  }
  vd_large_free(tm->table, table_bytes(old));
  tm->table = table;
  tm->table_cap = cap;
}

static void grow_args(VdTerms *tm, uint32_t n) {
  size_t cap = tm->arg.cap ? (size_t)tm->arg.cap * 2 : FIRST_TABLE;
  while (cap - tm->arg.len < n) cap *= 2;
  VD_CHECK(cap <= UINT32_MAX);
  tm->arg.at = vd_large_grow(tm->arg.at, (size_t)tm->arg.cap * sizeof(uint32_t),
                             cap * sizeof(uint32_t));
  tm->arg.cap = (uint32_t)cap;
}

static uint32_t add_node(VdTerms *tm, uint64_t hash, uint64_t shape,
                         uint64_t payload, const VdTerm *args, uint32_t n) {
  if (n > tm->arg.cap - tm->arg.len) grow_args(tm, n);
  uint32_t *arg = tm->arg.at + tm->arg.len, depth = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t below = tm->node.at[args[i].id].depth;
    if (below >= depth) depth = below + 1;
    arg[i] = args[i].id;
  }
  tm->node.at[tm->node.len] = (Node){.hash = hash,
                                     .payload = payload,
                                     .shape = shape,
                                     .args = tm->arg.len,
                                     .depth = depth};
  tm->arg.len += n;
  return tm->node.len++;
}

VdTerm vd_intern(VdTerms *tm, VdOp op, VdSort sort, uint64_t payload,
                 const VdTerm *args, uint32_t n) {
  vd_work_add(VD_COST_TERM, 1);
  if (n > VD_MAX_ARGS) return vd_terms_fail(tm, "too many arguments");
  if (tm->node.len >= tm->table_cap / 2) {  // so at term_count at the latest
    if (tm->node.len >= vd_limit->term_count)
      return vd_terms_fail(tm, "too many terms");
    grow_table(tm);
  }
  uint64_t hash = node_hash(tm, op, sort, payload, args, n);
  uint64_t shape = shape_of(op, sort, n);
  uint32_t mask = tm->table_cap - 1, i = (uint32_t)hash & mask, entry;
  uint32_t tag = entry_of(tm->table_cap, hash, 0);
  for (; (entry = tm->table[i]); i = (i + 1) & mask) {
    if ((entry & ~mask) != tag) continue;
    const Node *node = &tm->node.at[entry & mask];
    if (node->hash == hash && node->shape == shape &&
        payload_eq(op, sort, node->payload, payload) &&
        args_eq(tm->arg.at + node->args, args, n))
      return (VdTerm){entry & mask};
  }
  uint32_t id = add_node(tm, hash, shape, payload, args, n);
  tm->table[i] = tag | id;
  return (VdTerm){id};
}

void vd_intern_soon(const VdTerms *tm, VdOp op, VdSort sort, uint64_t payload,
                    const VdTerm *args, uint32_t n) {
  if (tm->table_cap < NEAR_TABLE || n == 0 || n > 3) return;
  uint64_t hash;
  if (n == 2 && (vd_op_info[op].flags & VD_OP_C) &&
      before(tm, args[1], args[0]))
    hash = node_hash(tm, op, sort, payload, (VdTerm[]){args[1], args[0]}, 2);
  else
    hash = node_hash(tm, op, sort, payload, args, n);
  __builtin_prefetch(&tm->table[(uint32_t)hash & (tm->table_cap - 1)]);
}

VdTerm vd_terms_fail(VdTerms *tm, const char *what) {
  if (!tm->error) tm->error = what;
  return VD_TERM_NONE;
}

VdTerms *vd_terms_new(void) {
  VdTerms *tm = vd_alloc(sizeof *tm);
  tm->memo = vd_alloc(VD_MEMO * sizeof *tm->memo);
  tm->marks = vd_alloc(sizeof *tm->marks);
  grow_table(tm);
  tm->node.len = 1;  // none
  tm->no = vd_intern(tm, VD_OP_CONST, vd_sort_bool(), 0, NULL, 0);
  tm->yes = vd_intern(tm, VD_OP_CONST, vd_sort_bool(), 1, NULL, 0);
  return tm;
}

void vd_terms_free(VdTerms *tm) {
  if (!tm) return;
  vd_arena_done(&tm->arena);
  vd_large_free(tm->node.at, node_bytes(tm->table_cap));
  vd_large_free(tm->arg.at, (size_t)tm->arg.cap * sizeof(uint32_t));
  vd_large_free(tm->table, table_bytes(tm->table_cap));
  vd_vec_done(&tm->object);
  vd_vec_done(&tm->fun);
  vd_vec_done(&tm->object_hash);
  vd_vec_done(&tm->fun_hash);
  vd_names_done(&tm->keys);
  vd_names_done(&tm->names);
  vd_map_done(&tm->object_by_key);
  vd_map_done(&tm->fun_by_key);
  vd_map_done(&tm->var_name);
  vd_names_done(&tm->var_key);
  vd_free(tm->memo);
  vd_free(tm->marks->at);
  vd_vec_done(&tm->marks->work);
  vd_free(tm->marks);
  vd_free(tm);
}

const char *vd_terms_error(const VdTerms *tm) {
  return tm->error;
}
size_t vd_terms_count(const VdTerms *tm) {
  return tm->node.len - 1;
}
size_t vd_terms_memory(const VdTerms *tm) {
  return tm->arena.total + node_bytes(tm->table_cap) +
         (size_t)tm->arg.cap * sizeof(uint32_t) + table_bytes(tm->table_cap) +
         VD_MEMO * sizeof *tm->memo + tm->marks->cap * sizeof *tm->marks->at;
}

// --------------------------------------------------- objects and functions

uint32_t vd_object_put(VdTerms *tm, const VdObject *object) {
  uint32_t key = vd_name_put(&tm->keys, object->key, strlen(object->key));
  uint64_t *slot = vd_map_put(&tm->object_by_key, key);
  if (*slot) return (uint32_t)*slot;
  VdObject copy = *object;
  copy.key = vd_name_text(&tm->keys, key);
  copy.name = vd_arena_str(&tm->arena, object->name ? object->name : "");
  if (object->rom)
    copy.rom = vd_arena_copy(&tm->arena, object->rom, object->size);
  if (object->relocs)
    copy.reloc = vd_arena_copy(&tm->arena, object->reloc,
                               object->relocs * sizeof *object->reloc);
  vd_push(&tm->object, copy);
  vd_push(&tm->object_hash, vd_hash_bytes(copy.key, strlen(copy.key), 11));
  return (uint32_t)(*slot = tm->object.len);
}

const VdObject *vd_object_get(const VdTerms *tm, uint32_t id) {
  return &tm->object.at[id - 1];
}
uint32_t vd_object_count(const VdTerms *tm) {
  return tm->object.len;
}

bool vd_object_is_mark(const VdObject *object) {
  return object->kind == VD_OBJECT_GLOBAL && object->size == 0;
}

bool vd_object_may_meet(const VdObject *x, const VdObject *y) {
  if ((x->kind == VD_OBJECT_SLOT) != (y->kind == VD_OBJECT_SLOT)) return false;
  if (x->size == 0 || y->size == 0) return true;
  return x->kind == VD_OBJECT_FUNCTION && y->kind == VD_OBJECT_FUNCTION &&
         (x->declared || y->declared);
}

uint32_t vd_fun_put(VdTerms *tm, const VdFun *fun) {
  uint32_t key = vd_name_put(&tm->keys, fun->key, strlen(fun->key));
  uint64_t *slot = vd_map_put(&tm->fun_by_key, key);
  if (*slot) return (uint32_t)*slot;
  VdFun copy = *fun;
  copy.key = vd_name_text(&tm->keys, key);
  copy.name = vd_arena_str(&tm->arena, fun->name ? fun->name : "");
  copy.param =
      vd_arena_copy(&tm->arena, fun->param, fun->params * sizeof *fun->param);
  copy.result = vd_arena_copy(&tm->arena, fun->result,
                              fun->results * sizeof *fun->result);
  vd_push(&tm->fun, copy);
  vd_push(&tm->fun_hash, vd_hash_bytes(copy.key, strlen(copy.key), 13));
  return (uint32_t)(*slot = tm->fun.len);
}

const VdFun *vd_fun_get(const VdTerms *tm, uint32_t id) {
  return &tm->fun.at[id - 1];
}

// ------------------------------------------------------------------ leaves

VdTerm vd_mk_var(VdTerms *tm, VdVarKind kind, uint32_t number, VdSort sort,
                 const char *name) {
  if (!vd_sort_is_valid(sort)) return vd_terms_fail(tm, "variable of no sort");
  VdTerm t =
      vd_intern(tm, VD_OP_VAR, sort, (uint64_t)kind << 32 | number, NULL, 0);
  if (!name || !*name) return t;
  uint64_t *slot = vd_map_put(&tm->var_name, t.id);
  if (!*slot) *slot = vd_name_put(&tm->names, name, strlen(name));
  return t;
}

VdTerm vd_mk_fresh(VdTerms *tm, VdVarKind kind, VdSort sort, const char *name) {
  return vd_mk_var(tm, kind, tm->vars[kind]++, sort, name);
}

VdTerm vd_mk_var_of(VdTerms *tm, VdVarKind kind, const void *key, size_t len,
                    VdSort sort) {
  return vd_mk_var(tm, kind, vd_name_put(&tm->var_key, key, len), sort, NULL);
}

VdTerm vd_mk_value(VdTerms *tm, const VdValue *value) {
  if (value->sort.kind == VD_SORT_ARRAY || value->sort.kind == VD_SORT_WORLD ||
      !vd_sort_is_valid(value->sort))
    return vd_terms_fail(tm, "constant of such a sort");
  if (!is_wide(value->sort))
    return vd_intern(tm, VD_OP_CONST, value->sort, value->bits, NULL, 0);
  uint32_t made = tm->node.len;
  VdTerm t =
      vd_intern(tm, VD_OP_CONST, value->sort, (uintptr_t)value->limb, NULL, 0);
  if (tm->node.len > made) {  // a new one: the limbs become the manager's
    size_t bytes = ((size_t)vd_sort_width(value->sort) + 63) / 64 * 8;
    tm->node.at[t.id].payload =
        (uintptr_t)vd_arena_copy(&tm->arena, value->limb, bytes);
  }
  return t;
}

VdTerm vd_mk_bool(VdTerms *tm, bool b) {
  return b ? tm->yes : tm->no;
}

VdTerm vd_mk_bv(VdTerms *tm, uint32_t width, uint64_t bits) {
  if (width == 0 || width > VD_MAX_WIDTH)
    return vd_terms_fail(tm, "constant of no sort");
  if (width <= 64)
    return vd_intern(tm, VD_OP_CONST, vd_sort_bv(width), bits & mask_of(width),
                     NULL, 0);
  uint64_t limb[VD_MAX_WIDTH / 64];
  memset(limb, 0, ((size_t)width + 63) / 64 * 8);
  limb[0] = bits;
  VdValue value = {.sort = vd_sort_bv(width), .limb = limb};
  return vd_mk_value(tm, &value);
}

VdTerm vd_mk_ones(VdTerms *tm, uint32_t width) {
  if (width <= 64) return vd_mk_bv(tm, width, ~0ull);
  return mk1(tm, VD_OP_BVNOT, 0, mk_zero(tm, width));
}

VdTerm vd_mk_addr(VdTerms *tm, uint32_t object) {
  if (object == 0 || object > tm->object.len)
    return vd_terms_fail(tm, "address of no object");
  return vd_intern(tm, VD_OP_ADDR, vd_sort_bv(VD_POINTER_BITS), object, NULL,
                   0);
}

VdTerm vd_mk_rom(VdTerms *tm) {
  return vd_intern(tm, VD_OP_ROM, vd_sort_mem(), 0, NULL, 0);
}

VdTerm vd_mk_app(VdTerms *tm, uint32_t fun, uint32_t result, const VdTerm *args,
                 uint32_t n) {
  if (fun == 0 || fun > tm->fun.len) return vd_terms_fail(tm, "no function");
  const VdFun *f = &tm->fun.at[fun - 1];
  if (n != f->params || result >= f->results || result > UINT16_MAX ||
      !sort_fits(f->result[result]))
    return vd_terms_fail(tm, "application with wrong arguments");
  for (uint32_t i = 0; i < n; i++) {
    if (vd_term_is_none(args[i])) return VD_TERM_NONE;
    if (!vd_sort_eq(sort_of(tm, args[i]), f->param[i]))
      return vd_terms_fail(tm, "application with ill-sorted arguments");
  }
  return vd_intern(tm, VD_OP_APP, f->result[result], app_payload(fun, result),
                   args, n);
}

// --------------------------------------------------------------- accessors

VdOp vd_term_op(const VdTerms *tm, VdTerm t) {
  return op_of(tm, t);
}
VdSort vd_term_sort(const VdTerms *tm, VdTerm t) {
  return sort_of(tm, t);
}
uint32_t vd_term_args(const VdTerms *tm, VdTerm t) {
  return args_of(tm, t);
}
VdTerm vd_term_arg(const VdTerms *tm, VdTerm t, uint32_t i) {
  return arg_of(tm, t, i);
}
uint64_t vd_term_imm(const VdTerms *tm, VdTerm t) {
  return payload_of(tm, t);
}
uint32_t vd_term_depth(const VdTerms *tm, VdTerm t) {
  return node_of(tm, t)->depth;
}
bool vd_term_is_true(const VdTerms *tm, VdTerm t) {
  return same(t, tm->yes);
}
bool vd_term_is_false(const VdTerms *tm, VdTerm t) {
  return same(t, tm->no);
}

bool vd_term_value(const VdTerms *tm, VdTerm t, VdValue *out) {
  if (!is_const(tm, t)) return false;
  out->sort = sort_of(tm, t);
  out->bits = payload_of(tm, t);
  if (is_wide(out->sort)) out->limb = (const uint64_t *)(uintptr_t)out->bits;
  return true;
}

VdVarKind vd_term_var_kind(const VdTerms *tm, VdTerm t) {
  return (VdVarKind)(payload_of(tm, t) >> 32);
}
VdVarClass vd_term_var_class(const VdTerms *tm, VdTerm t) {
  static const VdVarClass class_of[] = {
      VD_VAR_IS_NONE,
#define VD_VAR(kind, class, print) VD_VAR_IS_##class,
#include "term/var.def"
#undef VD_VAR
  };
  return op_of(tm, t) == VD_OP_VAR ? class_of[vd_term_var_kind(tm, t)]
                                   : VD_VAR_IS_NONE;
}
uint32_t vd_term_var_number(const VdTerms *tm, VdTerm t) {
  return (uint32_t)payload_of(tm, t);
}
const char *vd_term_var_name(const VdTerms *tm, VdTerm t) {
  const uint64_t *slot = vd_map_get(&tm->var_name, t.id);
  return slot ? vd_name_text(&tm->names, (uint32_t)*slot) : "";
}
uint32_t vd_term_object(const VdTerms *tm, VdTerm t) {
  return (uint32_t)payload_of(tm, t);
}
uint32_t vd_term_fun(const VdTerms *tm, VdTerm t) {
  return app_fun(payload_of(tm, t));
}
uint32_t vd_term_result(const VdTerms *tm, VdTerm t) {
  return app_result(payload_of(tm, t));
}

static bool limbs_are(const VdTerms *tm, VdTerm t, uint64_t low,
                      uint64_t rest) {
  if (!is_const(tm, t) || sort_of(tm, t).kind != VD_SORT_BV) return false;
  uint32_t width = width_of(tm, t);
  if (width <= 64) return payload_of(tm, t) == (low & mask_of(width));
  VdValue v;
  vd_term_value(tm, t, &v);
  for (uint32_t i = 0; i * 64 < width; i++) {
    uint64_t want = (i == 0 ? low : rest) & mask_of(width - i * 64);
    if (vd_value_limb(&v, i) != want) return false;
  }
  return true;
}

bool vd_term_is_zero(const VdTerms *tm, VdTerm t) {
  return limbs_are(tm, t, 0, 0);
}
bool vd_term_is_one(const VdTerms *tm, VdTerm t) {
  return limbs_are(tm, t, 1, 0);
}
bool vd_term_is_ones(const VdTerms *tm, VdTerm t) {
  return limbs_are(tm, t, ~0ull, ~0ull);
}
