// A question about memory, without arrays.
//
// Solvers are slow with memory as an array of bytes. Mostly the two versions do
// the same to memory, and little has to be known of it. So memory becomes an
// uninterpreted sort, and loads, stores, fills and copies uninterpreted
// functions of words (VdQuery.words), with these facts made plain:
//
//   - a load over a store (fill, copy) gives what was written if the places are
//     the same, and what was below if they are apart; if they overlap
//     otherwise, anything: an application of overlap<bytes>, the load's
//     stand-in
//   - two memories that are compared, or are handed to one function in both
//     versions, are equal if all that was written to one memory below them is
//     equal, or if x[k] = y[k] for a k that occurs nowhere else: if x and y
//     differ, they differ in some k
//   - a byte that lies in a word that was loaded from the same memory is a byte
//     of the word, and a word that begins a known number of bytes inside a
//     wider one is a part of that
//   - small constant tables that only one version has have their contents
//
// All of that holds of memory. So "no" to the new question is "no" to the old
// one; "yes" means nothing.
#include "base/limit.h"
#include "pair/pair.h"

typedef struct Words {
  VdTerms *tm;
  VdMap to;        // term id to its form without arrays
  VdMap load;      // id of overlap(memory, address) to the load there
  VdMap alike;     // pair of memories to a condition under which they are equal
  VdMap seen;      // object to the versions that name it, as bits
  VdTermVec side;  // more assertions
} Words;

static VdTerm bv64(VdTerms *tm, uint64_t bits) {
  return vd_mk_bv(tm, 64, bits);
}

// Where two memories differ, if they do.
static VdTerm skolem(Words *w, VdTerm x, VdTerm y) {
  const uint32_t key[] = {x.id, y.id};
  return vd_mk_var_of(w->tm, VD_VAR_PLACE, key, sizeof key, vd_sort_bv(64));
}

static VdTerm not_below(VdTerms *tm, VdTerm a, VdTerm b) {
  return vd_mk_not(tm, vd_mk_ult(tm, a, b));
}

// ------------------------------------------------------------------- loads

// Any word at all, but the same one for the same memory and place.
static VdTerm overlap(Words *w, VdTerm mem, VdTerm addr, uint32_t bytes) {
  char key[32];
  VdSort param[2] = {vd_sort_mem(), vd_sort_bv(64)};
  VdSort result = vd_sort_bv(8 * bytes);
  snprintf(key, sizeof key, "overlap%u", bytes);
  VdFun fun = {.kind = VD_FUN_PURE,
               .key = key,
               .name = key,
               .params = 2,
               .param = param,
               .results = 1,
               .result = &result};
  return vd_mk_app(w->tm, vd_fun_put(w->tm, &fun), 0, (VdTerm[]){mem, addr}, 2);
}

// Byte number at of a word.
static VdTerm byte_at(VdTerms *tm, VdTerm word, VdTerm at) {
  uint32_t width = vd_term_sort(tm, word).a;
  if (width == 8) return word;
  VdTerm shift = vd_mk(tm, VD_OP_BVMUL, 0, (VdTerm[]){at, bv64(tm, 8)}, 2);
  if (width < 64) shift = vd_mk_extract(tm, shift, width - 1, 0);
  if (width > 64) shift = vd_mk_unary(tm, VD_OP_ZEXT, width, shift);
  return vd_mk_extract(tm, vd_mk_binary(tm, VD_OP_BVLSHR, word, shift), 7, 0);
}

static VdTerm load_at(Words *w, VdTerm mem, VdTerm addr, uint32_t bytes,
                      uint32_t depth);

static VdTerm over_store(Words *w, VdTerm store, VdTerm addr, uint32_t bytes,
                         uint32_t depth) {
  VdTerms *tm = w->tm;
  VdTerm at = vd_term_arg(tm, store, 1), word = vd_term_arg(tm, store, 2);
  uint32_t width = vd_term_sort(tm, word).a / 8;
  VdTerm below = load_at(w, vd_term_arg(tm, store, 0), addr, bytes, depth + 1);
  VdTerm past = vd_mk_sub(tm, addr, at);
  if (bytes == 1 && width <= vd_limit->words_word)
    return vd_mk_ite(tm, vd_mk_ult(tm, past, bv64(tm, width)),
                     byte_at(tm, word, past), below);
  VdTerm apart =
      vd_mk_and(tm, not_below(tm, past, bv64(tm, width)),
                not_below(tm, vd_mk_sub(tm, at, addr), bv64(tm, bytes)));
  VdTerm t = vd_mk_ite(tm, apart, below, overlap(w, store, addr, bytes));
  if (width < bytes) return t;
  return vd_mk_ite(tm, vd_mk_eq(tm, at, addr),
                   vd_mk_extract(tm, word, 8 * bytes - 1, 0), t);
}

// A fill or copy of any length.
static VdTerm over_block(Words *w, VdTerm block, VdTerm addr, uint32_t bytes,
                         uint32_t depth) {
  VdTerms *tm = w->tm;
  bool fill = vd_term_op(tm, block) == VD_OP_FILL;
  VdTerm at = vd_term_arg(tm, block, 1);
  VdTerm length = vd_term_arg(tm, block, fill ? 3 : 4);
  VdTerm past = vd_mk_sub(tm, addr, at), inside, written;
  VdTerm below = load_at(w, vd_term_arg(tm, block, 0), addr, bytes, depth + 1);
  VdTerm apart = vd_mk_or(
      tm, vd_mk_eq(tm, length, bv64(tm, 0)),
      vd_mk_and(tm, not_below(tm, past, length),
                not_below(tm, vd_mk_sub(tm, at, addr), bv64(tm, bytes))));
  inside =
      vd_mk_and(tm, vd_mk_ult(tm, past, length),
                not_below(tm, vd_mk_sub(tm, length, past), bv64(tm, bytes)));
  if (fill) {
    VdTerm byte = written = vd_term_arg(tm, block, 2);
    for (uint32_t i = 1; i < bytes; i++)
      written = vd_mk_binary(tm, VD_OP_CONCAT, byte, written);
  } else {
    written = load_at(w, vd_term_arg(tm, block, 2),
                      vd_mk_add(tm, vd_term_arg(tm, block, 3), past), bytes,
                      depth + 1);
  }
  return vd_mk_ite(tm, inside, written,
                   vd_mk_ite(tm, apart, below, overlap(w, block, addr, bytes)));
}

// A table of constants has its contents, word by word.
static VdTerm from_rom(Words *w, VdTerm load, VdTerm addr, uint32_t bytes) {
  VdTerms *tm = w->tm;
  VdTerm base = vd_term_place(tm, addr).base, t = load;
  if (vd_term_op(tm, base) != VD_OP_ADDR) return load;
  const VdObject *object = vd_object_get(tm, vd_term_object(tm, base));
  uint64_t n = object->rom ? object->size / bytes : 0;
  const uint64_t *seen = vd_map_get(&w->seen, vd_term_object(tm, base));
  if (n > vd_limit->words_table || (seen && *seen == 3)) return load;
  for (uint64_t i = 0; i < n; i++) {
    VdTerm place = vd_mk_binary(tm, VD_OP_PTRADD, base, bv64(tm, i * bytes));
    t = vd_mk_ite(tm, vd_mk_eq(tm, addr, place),
                  vd_mk_load(tm, vd_mk_rom(tm), place, bytes), t);
  }
  return t;
}

static VdTerm load_new(Words *w, VdTerm mem, VdTerm addr, uint32_t bytes,
                       uint32_t depth) {
  VdTerms *tm = w->tm;
  if (vd_term_op(tm, mem) == VD_OP_ITE && depth < vd_limit->words_depth)
    return vd_mk_ite(
        tm, vd_term_arg(tm, mem, 0),
        load_at(w, vd_term_arg(tm, mem, 1), addr, bytes, depth + 1),
        load_at(w, vd_term_arg(tm, mem, 2), addr, bytes, depth + 1));
  // The constructor looks through what it knows to be apart.
  VdTerm load = vd_mk_load(tm, mem, addr, bytes);
  if (vd_term_op(tm, load) != VD_OP_LOAD || depth >= vd_limit->words_depth)
    return load;
  VdTerm from = vd_term_arg(tm, load, 0);
  switch (vd_term_op(tm, from)) {
    case VD_OP_STORE: return over_store(w, from, addr, bytes, depth);
    case VD_OP_FILL:
    case VD_OP_COPY: return over_block(w, from, addr, bytes, depth);
    case VD_OP_ROM: return from_rom(w, load, addr, bytes);
    default: return load;
  }
}

static VdTerm load_at(Words *w, VdTerm mem, VdTerm addr, uint32_t bytes,
                      uint32_t depth) {
  uint64_t key = overlap(w, mem, addr, bytes).id;
  const uint64_t *known = vd_map_get(&w->load, key);
  if (known) return (VdTerm){(uint32_t)*known};
  VdTerm t = load_new(w, mem, addr, bytes, depth);
  *vd_map_put(&w->load, key) = t.id;
  return t;
}

// -------------------------------------------------------------- everything

static bool is_mem(const VdTerms *tm, VdTerm t) {
  return vd_sort_is_mem(vd_term_sort(tm, t));
}

static VdTerm rebuild(Words *w, VdTerm t) {
  VdTerms *tm = w->tm;
  if (vd_term_op(tm, t) != VD_OP_LOAD) return vd_term_rebuild(tm, t, &w->to);
  return load_at(w, vd_term_mapped(vd_term_arg(tm, t, 0), &w->to),
                 vd_term_mapped(vd_term_arg(tm, t, 1), &w->to),
                 (uint32_t)vd_term_imm(tm, t), 0);
}

static VdTerm transform(Words *w, VdTerm t) {
  VdTermVec nodes = {0};
  vd_terms_reach(w->tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm to = rebuild(w, nodes.at[i]);
    if (!vd_term_eq(to, nodes.at[i]))
      *vd_map_put(&w->to, nodes.at[i].id) = to.id;
  }
  vd_vec_done(&nodes);
  return vd_term_mapped(t, &w->to);
}

// ---------------------------------------------------------- equal memories

static VdTerm alike(Words *w, VdTerm x, VdTerm y, uint32_t depth);

static VdTerm same_byte(Words *w, VdTerm x, VdTerm y) {
  VdTerm k = skolem(w, x, y);
  return vd_mk_eq(w->tm, load_at(w, x, k, 1, 0), load_at(w, y, k, 1, 0));
}

static VdTerm alike_ite(Words *w, VdTerm x, VdTerm y, uint32_t depth) {
  VdTerms *tm = w->tm;
  if (vd_term_op(tm, x) != VD_OP_ITE) return alike_ite(w, y, x, depth);
  return vd_mk_ite(tm, vd_term_arg(tm, x, 0),
                   alike(w, vd_term_arg(tm, x, 1), y, depth + 1),
                   alike(w, vd_term_arg(tm, x, 2), y, depth + 1));
}

// Two writes of the same kind and size are alike if places and words are.
static bool same_write(const VdTerms *tm, VdTerm x, VdTerm y) {
  VdOp op = vd_term_op(tm, x);
  if (op != vd_term_op(tm, y)) return false;
  if (op == VD_OP_FILL || op == VD_OP_COPY) return true;
  return op == VD_OP_STORE &&
         vd_sort_eq(vd_term_sort(tm, vd_term_arg(tm, x, 2)),
                    vd_term_sort(tm, vd_term_arg(tm, y, 2)));
}

static VdTerm alike_write(Words *w, VdTerm x, VdTerm y, uint32_t depth) {
  VdTerms *tm = w->tm;
  VdTerm t = vd_mk_bool(tm, true);
  for (uint32_t i = 0; i < vd_term_args(tm, x); i++) {
    VdTerm a = vd_term_arg(tm, x, i), b = vd_term_arg(tm, y, i);
    t = vd_mk_and(
        tm, t, is_mem(tm, a) ? alike(w, a, b, depth + 1) : vd_mk_eq(tm, a, b));
  }
  return t;
}

static bool can_split(const Words *w, uint32_t depth) {
  return depth < vd_limit->words_alike && w->alike.len < vd_limit->words_alikes;
}

// A condition under which the two are equal. Where there is no better one, it
// is that the byte at a place of its own is.
static VdTerm alike_new(Words *w, VdTerm x, VdTerm y, uint32_t depth) {
  VdTerms *tm = w->tm;
  VdOp op[2] = {vd_term_op(tm, x), vd_term_op(tm, y)};
  if (can_split(w, depth) && (op[0] == VD_OP_ITE || op[1] == VD_OP_ITE))
    return alike_ite(w, x, y, depth);
  if (can_split(w, depth) && same_write(tm, x, y) &&
      vd_term_eq(vd_term_arg(tm, x, 1), vd_term_arg(tm, y, 1)))
    return alike_write(w, x, y, depth);
  VdTerm t = vd_mk_or(tm, vd_mk_eq(tm, x, y), same_byte(w, x, y));
  if (!can_split(w, depth) || !same_write(tm, x, y)) return t;
  return vd_mk_or(tm, t, alike_write(w, x, y, depth));
}

static VdTerm alike(Words *w, VdTerm x, VdTerm y, uint32_t depth) {
  if (vd_term_eq(x, y)) return vd_mk_bool(w->tm, true);
  uint64_t key = (uint64_t)x.id << 32 | y.id;
  const uint64_t *known = vd_map_get(&w->alike, key);
  if (known) return (VdTerm){(uint32_t)*known};
  VdTerm t = alike_new(w, x, y, depth);
  *vd_map_put(&w->alike, key) = t.id;
  return t;
}

static void say_alike(Words *w, VdTerm x, VdTerm y) {
  VdTerms *tm = w->tm;
  vd_push(&w->side, vd_mk_implies(tm, alike(w, x, y, 0), vd_mk_eq(tm, x, y)));
}

// Memories that are compared.
static void pair_compared(Words *w, VdTerm question) {
  VdTerms *tm = w->tm;
  VdTermVec nodes = {0};
  vd_terms_reach(tm, &question, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (vd_term_op(tm, t) == VD_OP_EQ && is_mem(tm, vd_term_arg(tm, t, 0)))
      say_alike(w, vd_term_arg(tm, t, 0), vd_term_arg(tm, t, 1));
  }
  vd_vec_done(&nodes);
}

// Two applications of one symbol, and the memories they get.
static void pair_args(Words *w, VdTerm x, VdTerm y, VdMap *known) {
  VdTerms *tm = w->tm;
  for (uint32_t i = 0; i < vd_term_args(tm, x); i++) {
    VdTerm a = vd_term_arg(tm, x, i), b = vd_term_arg(tm, y, i);
    if (!is_mem(tm, a) || vd_term_eq(a, b)) continue;
    uint64_t *slot = vd_map_put(known, (uint64_t)a.id << 32 | b.id);
    if (*slot || known->len > vd_limit->words_pairs) continue;
    *slot = 1;
    say_alike(w, a, b);
  }
}

static void pair_apps(Words *w, const VdTermVec *root) {
  VdTerms *tm = w->tm;
  VdTermVec nodes[2] = {{0}, {0}};
  VdMap known = {0};
  for (int k = 0; k < 2; k++)
    vd_terms_reach(tm, root[k].at, root[k].len, &nodes[k]);
  for (uint32_t i = 0; i < nodes[0].len; i++) {
    VdTerm x = nodes[0].at[i];
    if (vd_term_op(tm, x) != VD_OP_APP) continue;
    for (uint32_t j = 0; j < nodes[1].len; j++) {
      VdTerm y = nodes[1].at[j];
      if (vd_term_op(tm, y) == VD_OP_APP && !vd_term_eq(x, y) &&
          vd_term_fun(tm, x) == vd_term_fun(tm, y) &&
          vd_term_result(tm, x) == vd_term_result(tm, y))
        pair_args(w, x, y, &known);
    }
  }
  for (int k = 0; k < 2; k++) vd_vec_done(&nodes[k]);
  vd_map_done(&known);
}

// ---------------------------------------------------------- bytes in words

// A byte anywhere in a word, or a word at a known place in a wider one.
static void link_loads(Words *w, VdTerm part, VdTerm word) {
  VdTerms *tm = w->tm;
  uint64_t n = vd_term_imm(tm, part), wide = vd_term_imm(tm, word);
  VdTerm past =
      vd_mk_sub(tm, vd_term_arg(tm, part, 1), vd_term_arg(tm, word, 1));
  VdValue v;
  if (vd_term_value(tm, past, &v)) {
    if (v.bits > wide - n) return;
    uint32_t low = (uint32_t)(8 * v.bits), bits = (uint32_t)(8 * n);
    uint32_t all = (uint32_t)(8 * wide);
    // By the rules a part of a load is a load: so that they do not see it, the
    // word is said to be made of its parts.
    VdTerm is = part;
    if (low)
      is = vd_mk_binary(tm, VD_OP_CONCAT, is,
                        vd_mk_extract(tm, word, low - 1, 0));
    if (low + bits < all)
      is = vd_mk_binary(tm, VD_OP_CONCAT,
                        vd_mk_extract(tm, word, all - 1, low + bits), is);
    vd_push(&w->side, vd_mk_eq(tm, word, is));
  } else if (n == 1) {
    VdTerm inside = vd_mk_ult(tm, past, bv64(tm, wide));
    VdTerm alike = vd_mk_eq(tm, part, byte_at(tm, word, past));
    vd_push(&w->side, vd_mk_implies(tm, inside, alike));
  }
}

static void link_bytes(Words *w, VdTerm question) {
  VdTerms *tm = w->tm;
  VdTermVec nodes = {0}, roots = {0}, loads = {0};
  uint32_t links = 0;
  vd_push(&roots, question);
  for (uint32_t i = 0; i < w->side.len; i++) vd_push(&roots, w->side.at[i]);
  vd_terms_reach(tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_LOAD) vd_push(&loads, nodes.at[i]);
  for (uint32_t i = 0; i < loads.len; i++) {
    VdTerm part = loads.at[i];
    for (uint32_t j = 0; j < loads.len && links < vd_limit->words_links; j++) {
      VdTerm word = loads.at[j];
      uint64_t n = vd_term_imm(tm, word);
      if (n <= vd_term_imm(tm, part) || n > vd_limit->words_word ||
          !vd_term_eq(vd_term_arg(tm, word, 0), vd_term_arg(tm, part, 0)))
        continue;
      link_loads(w, part, word);
      links++;
    }
  }
  vd_vec_done(&loads);
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

static void note_objects(Words *w, const VdTermVec *side, uint64_t bit) {
  VdTermVec nodes = {0};
  vd_terms_reach(w->tm, side->at, side->len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_term_op(w->tm, nodes.at[i]) == VD_OP_ADDR)
      *vd_map_put(&w->seen, vd_term_object(w->tm, nodes.at[i])) |= bit;
  vd_vec_done(&nodes);
}

void vd_words(VdTerms *tm, VdTerm question, const VdTermVec *side,
              VdTermVec *asserts) {
  Words w = {.tm = tm};
  VdTermVec root[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) note_objects(&w, &side[k], 1u << k);
  VdTerm t = transform(&w, question);
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; i < side[k].len; i++)
      vd_push(&root[k], transform(&w, side[k].at[i]));
  pair_compared(&w, t);
  pair_apps(&w, root);
  link_bytes(&w, t);
  vd_push(asserts, t);
  for (uint32_t i = 0; i < w.side.len; i++) vd_push(asserts, w.side.at[i]);
  for (int k = 0; k < 2; k++) vd_vec_done(&root[k]);
  vd_map_done(&w.to);
  vd_map_done(&w.load);
  vd_map_done(&w.seen);
  vd_map_done(&w.alike);
  vd_vec_done(&w.side);
}
