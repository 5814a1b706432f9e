// Hiding locals from calls changes no value. Random functions with two locals,
// whose addresses are given away or not; the outside is a function of what it
// is handed, and follows every pointer that it finds there. The evaluator is
// the judge.
#include "small.h"

enum { PROGRAMS = 400, RUNS = 8, STMTS = 7, LOCALS = 2, VALUES = 3 };
enum { PLACE = 1 << 20 };  // of the global
// Of the locals: no byte written into the one address makes it the other.
static const uint64_t at_local[LOCALS] = {0x2d4f1b3a6000, 0x51a3c4e89700};

typedef struct Writer {
  VdBuild *b;
  VdRandom *r;
  uint32_t value[VALUES], mem, world, ext, global;
  bool given;  // the address of local 0 may be given away
} Writer;

static VdRef number(Writer *w, uint64_t n) {
  return vd_build_bv(w->b, 64, n);
}

static VdRef local(Writer *w, uint32_t i) {
  VdRef slot = vd_build_slot(w->b, i);
  if (vd_random_below(w->r, 3)) return slot;
  return ir_op2(w->b, VD_OP_PTRADD, slot, number(w, 1));
}

static VdRef place(Writer *w) {
  switch (vd_random_below(w->r, 5)) {
    case 0: return vd_build_global(w->b, w->global);
    case 1: return vd_build_read(w->b, w->value[0]);
    default: return local(w, (uint32_t)vd_random_below(w->r, LOCALS));
  }
}

static uint32_t any_value(Writer *w) {
  return w->value[vd_random_below(w->r, VALUES)];
}

// An address, where it may be given away, or a number.
static VdRef word(Writer *w) {
  if (w->given && vd_random_below(w->r, 3) == 0) return local(w, 0);
  return vd_build_read(w->b, any_value(w));
}

static void load(Writer *w, uint32_t bytes) {
  VdRef arg[] = {vd_build_read(w->b, w->mem), place(w)};
  VdRef x = vd_build_op(w->b, VD_OP_LOAD, bytes, arg, 2);
  if (bytes < 8) x = vd_build_op(w->b, VD_OP_ZEXT, 64, &x, 1);
  vd_build_write(w->b, any_value(w), x);
}

static void store(Writer *w, uint32_t bytes) {
  VdRef x = word(w);
  if (bytes < 8)
    x = vd_build_op(w->b, VD_OP_EXTRACT, (uint64_t)(8 * bytes - 1) << 32, &x,
                    1);
  VdRef arg[] = {vd_build_read(w->b, w->mem), place(w), x};
  vd_build_write(w->b, w->mem, vd_build_op(w->b, VD_OP_STORE, 0, arg, 3));
}

static void call(Writer *w) {
  VdRef arg[] = {word(w), vd_build_read(w->b, w->mem),
                 vd_build_read(w->b, w->world)};
  VdRef x = vd_build_call(w->b, w->ext, arg, 3);
  vd_build_write(w->b, any_value(w), x);
  vd_build_write(w->b, w->mem, (VdRef){x.id + 1});
  vd_build_write(w->b, w->world, (VdRef){x.id + 2});
}

static void stmt(Writer *w) {
  switch (vd_random_below(w->r, 7)) {
    case 0:
    case 1: call(w); return;
    case 2: load(w, 1); return;
    case 3: load(w, 8); return;
    case 4: store(w, 1); return;
    default: store(w, 8);
  }
}

static void maybe(Writer *w) {
  uint32_t yes = vd_build_block(w->b), end = vd_build_block(w->b);
  VdRef x = vd_build_read(w->b, any_value(w));
  VdRef test = ir_op2(w->b, VD_OP_BVULT, x, number(w, PLACE));
  vd_build_branch(w->b, test, yes, end);
  vd_build_into(w->b, yes);
  stmt(w);
  vd_build_jump(w->b, end);
  vd_build_into(w->b, end);
}

static VdModule *random_module(VdRandom *r, bool given) {
  VdSort in[] = {vd_sort_bv(64), vd_sort_mem(), vd_sort_world()};
  VdModule *m = vd_module_new("hide.c");
  Writer w = {.r = r, .given = given};
  vd_push(&m->global, (VdGlobal){.name = "g", .size = 16, .align = 8});
  w.ext = ir_func(m, "ext", in, 3, in, 3);
  m->func.at[w.ext]->kind = VD_FUNC_IMPURE;
  VdBuild *b = w.b = vd_build_new(m, ir_func(m, "f", in, 3, in, 3));
  for (uint32_t i = 0; i < LOCALS; i++)
    vd_build_new_slot(b, (VdSlot){i ? "b" : "a", 16, 8});
  for (uint32_t i = 0; i < VALUES; i++)
    w.value[i] = vd_build_var(b, vd_sort_bv(64));
  w.mem = vd_build_var(b, vd_sort_mem());
  w.world = vd_build_var(b, vd_sort_world());
  vd_build_into(b, vd_build_block(b));
  for (uint32_t i = 0; i < VALUES; i++)
    vd_build_write(b, w.value[i], i ? number(&w, i) : vd_build_param(b, 0));
  vd_build_write(b, w.mem, vd_build_param(b, 1));
  vd_build_write(b, w.world, vd_build_param(b, 2));
  for (uint32_t i = 0; i < STMTS; i++)
    if (vd_random_below(r, 4))
      stmt(&w);
    else
      maybe(&w);
  VdRef ret[] = {vd_build_read(b, any_value(&w)), vd_build_read(b, w.mem),
                 vd_build_read(b, w.world)};
  vd_build_return(b, ret, 3);
  assert_null(vd_build_done(b));
  return m;
}

// ------------------------------------------------------------ the outside

typedef struct Outside {
  VdTerms *tm;
  VdArena *arena;
} Outside;

static uint64_t word_at(const VdValue *mem, uint64_t at) {
  uint64_t x = 0;
  for (uint64_t i = 0; i < 8; i++)
    x |= vd_array_get(mem->array, at + i) << (8 * i);
  return x;
}

static uint32_t local_at(uint64_t word) {
  uint32_t i = 0;
  while (i < LOCALS && word - at_local[i] >= 16) i++;
  return i;
}

// A pointer to a local may lead to all of that local, and on from there; all
// of it is looked at, and a byte is changed.
static void follow(const Outside *o, uint64_t word, uint64_t *seen,
                   VdValue *mem, uint64_t *hash) {
  uint32_t i = local_at(word);
  *hash = vd_hash_mix(*hash, word);
  if (i == LOCALS || (*seen >> i & 1)) return;
  *seen |= UINT64_C(1) << i;
  for (uint64_t k = 0; k < 16; k += 8)
    follow(o, word_at(mem, at_local[i] + k), seen, mem, hash);
  uint64_t byte = vd_hash_mix(*hash, 7) & 0xff;
  *mem = vd_array_set(o->arena, *mem, at_local[i] + 3, byte);
}

// What the outside does to memory, to the world and to its result.
static bool outside(void *context, VdTerm app, const VdValue *args, uint32_t n,
                    VdValue *out) {
  const Outside *o = context;
  VdValue mem = {0};
  uint64_t hash = 1, seen = 0;
  for (uint32_t i = 0; i < n; i++)
    if (args[i].sort.kind == VD_SORT_ARRAY)
      mem = args[i];
    else if (args[i].sort.kind == VD_SORT_WORLD)
      hash = vd_hash_mix(hash, args[i].bits);
  follow(o, args[0].bits, &seen, &mem, &hash);
  for (uint64_t k = 0; k < 16; k += 8)
    follow(o, word_at(&mem, PLACE + k), &seen, &mem, &hash);
  mem = vd_array_set(o->arena, mem, PLACE + 5, hash & 0xff);
  switch (vd_term_result(o->tm, app)) {
    case 0: *out = vd_value_bv(64, hash >> 40 & 3 ? hash : PLACE + 8); break;
    case 1: *out = mem; break;
    default:
      *out = (VdValue){.sort = vd_sort_world(), .bits = vd_hash_mix(hash, 3)};
  }
  return true;
}

// ------------------------------------------------------------- both forms

static void find_addresses(VdTerms *tm, const VdTermVec *t, VdTermVec *out) {
  VdTermVec nodes = {0};
  vd_terms_reach(tm, t->at, t->len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (vd_term_op(tm, nodes.at[i]) == VD_OP_ADDR) vd_push(out, nodes.at[i]);
  vd_vec_done(&nodes);
}

static uint64_t address_of(const VdTerms *tm, VdTerm addr) {
  const VdObject *o = vd_object_get(tm, vd_term_object(tm, addr));
  if (o->kind != VD_OBJECT_SLOT) return PLACE;
  return at_local[o->name[0] == 'b'];
}

static VdValue value_of(VdEval *eval, VdTerm t) {
  VdValue v = {0};
  assert_true(vd_eval(eval, t, &v));
  return v;
}

static void assert_alike(VdTerms *tm, const VdTermVec *exact,
                         const VdTermVec *hidden, VdRandom *r) {
  VdTermVec addr = {0};
  find_addresses(tm, exact, &addr);
  find_addresses(tm, hidden, &addr);
  for (uint32_t run = 0; run < RUNS; run++) {
    VdEval *eval = vd_eval_new(tm);
    Outside o = {tm, vd_eval_arena(eval)};
    vd_eval_on_app(eval, outside, &o);
    for (uint32_t i = 0; i < addr.len; i++)
      vd_eval_set(eval, addr.at[i],
                  vd_value_bv(64, address_of(tm, addr.at[i])));
    uint64_t p = run % 3 ? PLACE + run : vd_random_below(r, 300);
    vd_eval_set(eval, vd_mk_var(tm, VD_VAR_PARAM, 0, vd_sort_bv(64), ""),
                vd_value_bv(64, p));
    vd_eval_set(eval, vd_summary_state(tm, VD_ROLE_MEM),
                vd_array_new(o.arena, vd_sort_mem(),
                             (VdFill){.random = vd_random_below(r, 999) + 1}));
    vd_eval_set(eval, vd_summary_state(tm, VD_ROLE_WORLD),
                (VdValue){.sort = vd_sort_world(), .bits = run});
    for (uint32_t i = 0; i < exact->len; i++) {
      VdValue x = value_of(eval, exact->at[i]);
      VdValue y = value_of(eval, hidden->at[i]);
      assert_true(vd_value_eq(&x, &y));
    }
    vd_eval_free(eval);
  }
  vd_vec_done(&addr);
}

// How many of the programs' terms were changed by hiding.
static uint32_t try_all(uint64_t seed, uint32_t programs, bool given) {
  VdRandom r = {seed};
  uint32_t changed = 0;
  for (uint32_t i = 0; i < programs; i++) {
    VdModule *m = random_module(&r, given);
    VdTerms *tm = vd_terms_new();
    VdTermVec exact = {0}, hidden = {0};
    vd_ir_loops(m);
    vd_ir_hash(m);
    VdSums *sums = vd_sums_new(tm, m);
    const VdSummary *s = vd_summary(sums, vd_module_find_func(m, "f"));
    for (uint32_t k = 0; k < s->results; k++) vd_push(&exact, s->result[k]);
    vd_push(&exact, s->defined);
    for (uint32_t k = 0; k < exact.len; k++) vd_push(&hidden, exact.at[k]);
    vd_hide_terms(tm, &hidden);
    assert_null(vd_terms_error(tm));
    for (uint32_t k = 0; k < exact.len; k++)
      if (!vd_term_eq(exact.at[k], hidden.at[k])) {
        changed++;
        break;
      }
    assert_alike(tm, &exact, &hidden, &r);
    vd_vec_done(&exact);
    vd_vec_done(&hidden);
    vd_sums_free(sums);
    vd_terms_free(tm);
    vd_module_free(m);
  }
  return changed;
}

static void test_hidden_locals_change_no_value(void **state) {
  (void)state;
  uint32_t changed = try_all(7, PROGRAMS, false);
  print_message("# locals hidden in %u of %u functions\n", changed, PROGRAMS);
  assert_true(changed > PROGRAMS / 4);
}

static void test_what_is_given_away_is_seen(void **state) {
  (void)state;
  uint32_t changed = try_all(8, PROGRAMS, true);
  print_message("# locals hidden in %u of %u functions\n", changed, PROGRAMS);
  assert_true(changed > PROGRAMS / 8);
}

static void test_lowered_limits_change_no_value(void **state) {
  (void)state;
  static const char *const name[] = {"hide_slots", "hide_word", "strip_ites",
                                     "address_splits", "store_merge"};
  for (size_t i = 0; i < VD_COUNT(name); i++)
    for (int most = 1; most <= 2; most++) {
      assert_null(vd_limit_set(name[i], most));
      try_all(9 + i, PROGRAMS / 10, most == 1);
      vd_limit_reset();
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hidden_locals_change_no_value),
      cmocka_unit_test(test_what_is_given_away_is_seen),
      cmocka_unit_test(test_lowered_limits_change_no_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
