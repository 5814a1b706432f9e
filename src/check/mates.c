// Loops that are each other's mates: the same loop with other parameters.
//
// A compiler hoists what does not change out of a loop, widens its counter,
// drops what nobody needs, and moves the first test in front of it. So a loop
// of the old version and one of the new version do the same, but do not take
// the same. What the new loop takes is written with what the old one takes:
// E(x), read off the calls of the two. The claim is
//
//   where guard(x) and pre(x) hold and the old loop is defined,
//   old(x) = new(E(x))
//
// and is proved by induction: both are opened once, calls of the old loop in
// there become calls of the new one, and what is left is proved path by path.
// The guard is the first test of the old loop, if the new one has it not. As
// for all induction here, it holds where both terminate.
//
// A local that only the old loop is handed is dead: what the new version does
// does not hang on it. In the claim the old loop's memory is the new one's with
// any words in those locals, so memories are equal but for them. Pointers of
// which it is not known that they came with the call may point to such a local:
// they are variables of which the rules know nothing, and so is memory.
#include "check/smt.h"

enum {
  MAX_MATES = 12,            // proved for one goal
  MAX_TRIES = 24,            // of pairs of calls
  MAX_WAYS = 6,              // to write one parameter
  MAX_INSIDE = 3,            // loops in loops
  MAX_ROUNDS = 12,           // to choose between ways
  MAX_OPEN = 8,              // rounds of opening what only one side calls
  FRESH = 1 << 29,           // numbers of variables made here: parameters,
  WORD = FRESH + (1 << 20),  // what is in locals before the loop,
  LEFT = 1 << 28,            // and after it
  MAX_LEFT = 1 << 23,        // calls that leave something
  MAX_SLOT = 4096,           // bytes of a local
  MAX_DEAD = 32,             // parameters, where there are dead locals
};

typedef struct Loop {
  uint32_t func, symbol;
  const VdFunc *f;
  const VdTerm *arg;  // of the call
} Loop;

// What was proved, or is to be.
typedef struct Mate {
  Loop loop[2];
  VdTerm *x;     // by parameter of the old loop: a variable, or what it is
  VdTerm *in;    // by parameter: the same, but memory with words in dead locals
  VdTerm *got;   // the call's arguments, but memory without dead locals
  VdTerm *e;     // by parameter of the new loop
  VdTerm guard;  // none if there is none
  VdTerm pre;
  uint32_t *rho;  // by result of the old loop: the new one's + 1, 0 for none
  VdTerm *is;     // or what it is, over x; none if that is not known
  bool slots;     // a local is among what the calls are given
  bool unseen;    // nothing that the old loop is handed leads to a dead one
  bool *dead;     // by parameter: a local that only the old loop has
  // Of such a parameter: the new loop's result, + 1, that is in the local at
  // the end; 0: anything may be.
  uint32_t *left;
  // By result of the new loop: a Bool that is false wherever the old loop is
  // defined, such as "what another result says is poison".
  bool *off;
} Mate;

typedef struct Mates {
  VdSearch *s;
  VdTerms *tm;
  VdArena arena;
  VdBudget budget;
  uint32_t depth, tries, found;
} Mates;

static bool is_slot(const VdTerms *tm, VdTerm t) {
  if (vd_term_op(tm, t) != VD_OP_ADDR) return false;
  const VdObject *object = vd_object_get(tm, vd_term_object(tm, t));
  return object->kind == VD_OBJECT_SLOT;
}

// A local that can be one word.
static bool is_small_slot(const VdTerms *tm, VdTerm t) {
  if (!is_slot(tm, t)) return false;
  uint64_t size = vd_object_get(tm, vd_term_object(tm, t))->size;
  return size > 0 && size <= MAX_SLOT;
}

static bool is_var(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_VAR;
}

static bool is_pointer(const VdTerms *tm, VdTerm t) {
  VdSort sort = vd_term_sort(tm, t);
  return sort.kind == VD_SORT_BV && sort.a == VD_POINTER_BITS;
}

static VdTerm call_of(VdTerms *tm, const Loop *l, uint32_t result,
                      const VdTerm *arg) {
  return vd_mk_app(tm, l->symbol, result, arg, l->f->params);
}

static bool is_call_of(const VdTerms *tm, VdTerm t, const Loop *l) {
  return vd_term_op(tm, t) == VD_OP_APP && vd_term_fun(tm, t) == l->symbol;
}

// ------------------------------------------------------- a mate in its place

typedef struct Dead {
  const VdTerms *tm;
  const Mate *mate;
} Dead;

// A local that is an argument of the old loop and not of the new one.
static bool is_dead(const void *context, const VdObject *object) {
  const Dead *d = context;
  const Mate *m = d->mate;
  if (object->kind != VD_OBJECT_SLOT) return false;
  for (uint32_t i = 0; i < m->loop[OLD].f->params; i++)
    if (m->dead[i] &&
        vd_object_get(d->tm, vd_term_object(d->tm, m->x[i])) == object)
      return true;
  return false;
}

static uint64_t slot_size(const VdTerms *tm, VdTerm addr) {
  return vd_object_get(tm, vd_term_object(tm, addr))->size;
}

static VdTerm without_dead(Mates *m, const Mate *mate, VdTerm mem) {
  Dead dead = {m->tm, mate};
  return mate->slots ? vd_mem_strip(m->tm, mem, is_dead, &dead) : mem;
}

static bool is_mem(const VdTerms *tm, VdTerm t) {
  return vd_sort_is_mem(vd_term_sort(tm, t));
}

// What was in dead local i, in memory k. If nothing leads to a dead local, this
// does not either.
static VdTerm word_in(Mates *m, const Mate *mate, uint32_t k, uint32_t i) {
  VdSort sort = vd_sort_bv((uint32_t)(8 * slot_size(m->tm, mate->x[i])));
  return vd_mk_var(m->tm, mate->unseen ? VD_VAR_PARAM : VD_VAR_FRESH,
                   WORD + MAX_DEAD * k + i, sort, "");
}

// From the claim's variables to what they are for a call.
static void map_args(Mates *m, const Mate *mate, const VdTerm *arg,
                     VdMap *map) {
  VdTerms *tm = m->tm;
  const VdFunc *f = mate->loop[OLD].f;
  for (uint32_t k = 0; k < f->params; k++) {
    if (!is_var(tm, mate->x[k])) continue;
    bool mem = is_mem(tm, arg[k]);
    *vd_map_put(map, mate->x[k].id) =
        mem ? without_dead(m, mate, arg[k]).id : arg[k].id;
    for (uint32_t i = 0; i < f->params && mem; i++)
      if (mate->dead[i])
        *vd_map_put(map, word_in(m, mate, k, i).id) =
            vd_mk_load(tm, arg[k], mate->x[i],
                       (uint32_t)slot_size(tm, mate->x[i]))
                .id;
  }
}

static VdTerm put_args(Mates *m, const Mate *mate, const VdTerm *arg,
                       VdTerm t) {
  VdMap map = {0};
  map_args(m, mate, arg, &map);
  VdTerm to = vd_term_subst(m->tm, t, &map);
  vd_map_done(&map);
  return to;
}

// The new loop's memory with what the old one leaves in the locals: something
// that the new one gives, or anything, which is of this call.
static VdTerm with_slots(Mates *m, const Mate *mate, const VdTerm *arg,
                         const VdTerm *y, VdTerm mem) {
  VdTerms *tm = m->tm;
  const Loop *from = &mate->loop[OLD];
  for (uint32_t i = 0; i < from->f->params; i++) {
    if (!mate->dead[i]) continue;
    uint32_t call = call_of(tm, from, 0, arg).id;
    if (call >= MAX_LEFT) return VD_TERM_NONE;
    VdSort sort = vd_sort_bv((uint32_t)(8 * slot_size(tm, mate->x[i])));
    VdTerm word =
        mate->left[i]
            ? call_of(tm, &mate->loop[NEW], mate->left[i] - 1, y)
            : vd_mk_var(tm, VD_VAR_FRESH, LEFT + MAX_DEAD * call + i, sort, "");
    mem = vd_mk_store(tm, mem, mate->x[i], word);
  }
  return mem;
}

// The new loop's result for a call of the old one; none if it has none.
static VdTerm instead(Mates *m, const Mate *mate, const VdTerm *arg,
                      uint32_t result) {
  VdTerms *tm = m->tm;
  const Loop *from = &mate->loop[OLD], *to = &mate->loop[NEW];
  bool defined = result == vd_summary_defined_index(from->f);
  bool known = !defined && !vd_term_is_none(mate->is[result]);
  if (!defined && !known && !mate->rho[result]) return VD_TERM_NONE;
  VdTerm *y = vd_alloc(vd_mul(to->f->params + 1, sizeof *y)), t;
  VdMap map = {0};
  map_args(m, mate, arg, &map);
  for (uint32_t j = 0; j < to->f->params; j++)
    y[j] = vd_term_subst(tm, mate->e[j], &map);
  vd_map_done(&map);
  if (known)
    t = put_args(m, mate, arg, mate->is[result]);
  else if (!defined)
    t = call_of(tm, to, mate->rho[result] - 1, y);
  else if (to->f->may_be_undefined)
    t = call_of(tm, to, vd_summary_defined_index(to->f), y);
  else
    t = vd_mk_bool(tm, true);
  for (uint32_t k = 0; k < to->f->results && defined; k++)
    if (mate->off[k])
      t = vd_mk_and(tm, t, vd_mk_not(tm, call_of(tm, to, k, y)));
  if (mate->slots && is_mem(tm, t)) t = with_slots(m, mate, arg, y, t);
  vd_free(y);
  if (vd_term_is_none(t) || vd_term_is_none(mate->guard)) return t;
  VdTerm at_once =
      vd_summary_open(m->s->job->sums[OLD], call_of(tm, from, result, arg));
  return vd_mk_ite(tm, put_args(m, mate, arg, mate->guard), t, at_once);
}

static VdTerm with_params(Mates *m, const VdFunc *f, const VdTerm *to,
                          VdTerm t) {
  VdMap map = {0};
  if (vd_term_is_none(t)) return t;
  for (uint32_t i = 0; i < f->params; i++)
    *vd_map_put(&map, vd_summary_param(m->tm, f, i).id) = to[i].id;
  t = vd_term_subst(m->tm, t, &map);
  vd_map_done(&map);
  return t;
}

// Came with the call of the function that is compared, or points to a global:
// not where a local is.
static bool is_given(const Mates *m, VdTerm t) {
  VdTerm base = vd_term_place(m->tm, t).base;
  VdOp op = vd_term_op(m->tm, base);
  return op == VD_OP_CONST || (op == VD_OP_ADDR && !is_slot(m->tm, base)) ||
         (op == VD_OP_VAR && vd_term_var_kind(m->tm, base) == VD_VAR_PARAM);
}

// Does nothing of this lead to a dead local, but the arguments that are one?
static bool is_unseen(Mates *m, const Mate *mate, const VdTerm *arg) {
  uint32_t n = mate->loop[OLD].f->params, rest = 0;
  VdTerm *other = vd_alloc(vd_mul(n + 1, sizeof *other));
  bool unseen = true;
  for (uint32_t i = 0; i < n; i++)
    if (!mate->dead[i]) other[rest++] = arg[i];
  for (uint32_t i = 0; i < n && unseen; i++)
    if (mate->dead[i]) unseen = vd_is_unseen(m->tm, other, rest, mate->x[i]);
  vd_free(other);
  return unseen;
}

// Does a call have what the claim is about? Where there are locals, what the
// rules took for given must be that.
static bool is_instance(Mates *m, const Mate *mate, const VdTerm *arg,
                        bool inside) {
  VdTerms *tm = m->tm;
  if (mate->unseen && !is_unseen(m, mate, arg)) return false;
  for (uint32_t i = 0; i < mate->loop[OLD].f->params; i++) {
    VdTerm x = mate->x[i];
    if (!is_var(tm, x) && !vd_term_eq(x, arg[i])) return false;
    if (mate->slots && !mate->unseen && is_pointer(tm, x) && is_var(tm, x) &&
        vd_term_var_kind(tm, x) == VD_VAR_PARAM && !is_given(m, arg[i]))
      return false;
  }
  return inside || vd_term_is_true(tm, put_args(m, mate, arg, mate->pre));
}

static VdTerm *args_of_call(Mates *m, VdTerm call) {
  uint32_t n = vd_term_args(m->tm, call);
  VdTerm *arg = VD_NEW_ARRAY(&m->arena, VdTerm, n + 1);
  for (uint32_t i = 0; i < n; i++) arg[i] = vd_term_arg(m->tm, call, i);
  return arg;
}

// Calls of the old loop in these terms become calls of the new one.
// With inside, what they must fulfil is shown elsewhere.
static void replace_calls(Mates *m, const Mate *mate, const VdTerm *roots,
                          uint32_t n, bool inside, VdMap *map) {
  VdTermVec nodes = {0};
  vd_terms_reach(m->tm, roots, n, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm t = nodes.at[i];
    if (!is_call_of(m->tm, t, &mate->loop[OLD])) continue;
    VdTerm *arg = args_of_call(m, t);
    // Calls in arguments were replaced before.
    for (uint32_t j = 0; j < mate->loop[OLD].f->params; j++)
      arg[j] = vd_term_subst(m->tm, arg[j], map);
    if (!is_instance(m, mate, arg, inside)) continue;
    VdTerm to = instead(m, mate, arg, vd_term_result(m->tm, t));
    if (!vd_term_is_none(to)) *vd_map_put(map, t.id) = to.id;
  }
  vd_vec_done(&nodes);
}

static void subst_side(VdTerms *tm, VdGoal *g, int k, const VdMap *map) {
  g->defined[k] = vd_term_subst(tm, g->defined[k], map);
  g->halt[k] = vd_term_subst(tm, g->halt[k], map);
  for (uint32_t i = 0; i < g->result[k].len; i++)
    g->result[k].at[i] = vd_term_subst(tm, g->result[k].at[i], map);
}

static void side_roots(const VdGoal *g, int k, VdTermVec *out) {
  vd_push(out, g->defined[k]);
  vd_push(out, g->halt[k]);
  for (uint32_t i = 0; i < g->result[k].len; i++)
    vd_push(out, g->result[k].at[i]);
}

static void put_mate(Mates *m, const Mate *mate, bool inside, VdGoal *goal) {
  VdMap map = {0};
  VdTermVec roots = {0};
  side_roots(goal, OLD, &roots);
  replace_calls(m, mate, roots.at, roots.len, inside, &map);
  subst_side(m->tm, goal, OLD, &map);
  vd_vec_done(&roots);
  vd_map_done(&map);
}

// ----------------------------------------------------------- how it is called

// Calls that a loop makes of itself, opened at these arguments.
static void inner_calls(Mates *m, int side, const Loop *l, const VdTerm *arg,
                        VdTermVec *out) {
  VdTermVec roots = {0}, nodes = {0};
  VdMap seen = {0};
  uint32_t n = l->f->results + l->f->may_be_undefined;
  for (uint32_t r = 0; r < n; r++)
    vd_push(&roots,
            vd_summary_open(m->s->job->sums[side], call_of(m->tm, l, r, arg)));
  vd_hide_terms(m->tm, &roots);
  vd_terms_reach(m->tm, roots.at, roots.len, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    if (!is_call_of(m->tm, nodes.at[i], l)) continue;
    VdTerm first = call_of(m->tm, l, 0, args_of_call(m, nodes.at[i]));
    if ((*vd_map_put(&seen, first.id))++) continue;
    vd_push(out, first);
  }
  vd_map_done(&seen);
  vd_vec_done(&roots);
  vd_vec_done(&nodes);
}

// A parameter that every inner call hands on as it is.
static bool is_kept(const Mates *m, const VdTermVec *inner, uint32_t i,
                    VdTerm x) {
  for (uint32_t c = 0; c < inner->len; c++)
    if (!vd_term_eq(vd_term_arg(m->tm, inner->at[c], i), x)) return false;
  return true;
}

// Points to where the caller's parameter does, or further on.
static bool is_derived(const Mates *m, const VdTermVec *inner, uint32_t i,
                       VdTerm x, VdTerm arg) {
  if (!is_given(m, arg)) return false;
  for (uint32_t c = 0; c < inner->len; c++) {
    VdTerm next = vd_term_arg(m->tm, inner->at[c], i);
    VdTerm from = vd_term_place(m->tm, next).base;
    if (!vd_term_eq(from, x) && vd_term_op(m->tm, next) != VD_OP_CONST)
      return false;
  }
  return true;
}

// Is the address of a local, or of this one, in these terms?
static bool has_slot(const Mates *m, const VdTerm *arg, uint32_t n,
                     VdTerm slot) {
  VdTermVec nodes = {0};
  bool found = false;
  vd_terms_reach(m->tm, arg, n, &nodes);
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = vd_term_is_none(slot) ? is_slot(m->tm, nodes.at[i])
                                  : vd_term_eq(nodes.at[i], slot);
  vd_vec_done(&nodes);
  return found;
}

// The old loop's parameters: variables, but a local of the caller that is
// handed on, and that the new version has not, is what it is. Where there are
// locals, only what comes from a parameter of the caller is surely not in one.
static void choose_x(Mates *m, Mate *mate) {
  const Loop *l = &mate->loop[OLD], *to = &mate->loop[NEW];
  VdTermVec inner = {0};
  for (uint32_t i = 0; i < l->f->params; i++)
    mate->x[i] = vd_summary_param(m->tm, l->f, i);
  inner_calls(m, OLD, l, mate->x, &inner);
  mate->slots = has_slot(m, l->arg, l->f->params, VD_TERM_NONE) ||
                has_slot(m, to->arg, to->f->params, VD_TERM_NONE);
  bool any = false;
  for (uint32_t i = 0; i < l->f->params && mate->slots; i++) {
    mate->dead[i] = is_pointer(m->tm, mate->x[i]) && l->f->params <= MAX_DEAD &&
                    is_small_slot(m->tm, l->arg[i]) &&
                    is_kept(m, &inner, i, mate->x[i]) &&
                    !has_slot(m, to->arg, to->f->params, l->arg[i]);
    if (mate->dead[i]) mate->x[i] = l->arg[i];
    any |= mate->dead[i];
  }
  // What does not lead to them is as if it had come with the call.
  mate->unseen = any && is_unseen(m, mate, l->arg);
  for (uint32_t i = 0; i < l->f->params && mate->slots; i++) {
    VdSort sort = l->f->param[i].sort;
    VdTerm x = mate->x[i];
    if (mate->dead[i] || mate->unseen) continue;
    // Memory, too, is not what it was before there were locals.
    if (vd_sort_is_mem(sort) ||
        (is_pointer(m->tm, x) && !is_derived(m, &inner, i, x, l->arg[i])))
      mate->x[i] = vd_mk_var(m->tm, VD_VAR_FRESH, FRESH + i, sort, "");
  }
  vd_vec_done(&inner);
}

// The old loop's memory has any words in dead locals; the new one's is what is
// below them.
static void fill_dead(Mates *m, Mate *mate) {
  const Loop *l = &mate->loop[OLD];
  for (uint32_t k = 0; k < l->f->params; k++) {
    mate->in[k] = mate->x[k];
    mate->got[k] = l->arg[k];
    if (!is_mem(m->tm, l->arg[k])) continue;
    mate->got[k] = without_dead(m, mate, l->arg[k]);
    for (uint32_t i = 0; i < l->f->params; i++)
      if (mate->dead[i])
        mate->in[k] =
            vd_mk_store(m->tm, mate->in[k], mate->x[i], word_in(m, mate, k, i));
  }
}

// ---------------------------------------------------- what the new one takes

typedef struct Ways {
  VdTerm at[MAX_WAYS];
  uint32_t len, now;
} Ways;

// Where nothing leads to a dead local, pointers are as if they had come with
// the call, though they may lead to other locals: those must not be named.
static void add_way(const Mates *m, const Mate *mate, Ways *w, VdTerm t,
                    VdSort sort) {
  if (vd_term_is_none(t) || !vd_sort_eq(vd_term_sort(m->tm, t), sort)) return;
  if (mate->unseen && has_slot(m, &t, 1, VD_TERM_NONE)) return;
  for (uint32_t i = 0; i < w->len; i++)
    if (vd_term_eq(w->at[i], t)) return;
  if (w->len < MAX_WAYS) w->at[w->len++] = t;
}

// The address of a block: x may point to it, which the rules do not believe of
// what came with a call.
static bool is_block(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_APP &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_FRESH;
}

// A term of the caller with x for the arguments of the old call; none if there
// is more in it.
static VdTerm express(Mates *m, const Mate *mate, VdTerm t, uint32_t *fuel) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  for (uint32_t i = 0; i < l->f->params; i++)
    if (vd_term_eq(mate->got[i], t)) return mate->x[i];
  uint32_t n = vd_term_args(tm, t);
  VdOp op = vd_term_op(tm, t);
  if (op == VD_OP_CONST || op == VD_OP_ADDR || op == VD_OP_ROM) return t;
  if (n == 0 || n > 8 || *fuel == 0 || is_block(tm, t)) return VD_TERM_NONE;
  --*fuel;
  VdTerm arg[8];
  for (uint32_t i = 0; i < n; i++) {
    arg[i] = express(m, mate, vd_term_arg(tm, t, i), fuel);
    if (vd_term_is_none(arg[i])) return VD_TERM_NONE;
  }
  if (op == VD_OP_APP)
    return vd_mk_app(tm, vd_term_fun(tm, t), vd_term_result(tm, t), arg, n);
  return vd_mk(tm, op, vd_term_imm(tm, t), arg, n);
}

static bool is_bv(VdSort sort) {
  return sort.kind == VD_SORT_BV && sort.a <= 64;
}

// What is in a local of the old version is a variable of the new one, extended
// perhaps.
static void ways_in_slot(Mates *m, const Mate *mate, uint32_t i, VdTerm b,
                         VdSort sort, Ways *w) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  if (!mate->dead[i] || !is_bv(sort) || 8 * slot_size(tm, mate->x[i]) > sort.a)
    return;
  uint32_t bytes = (uint32_t)slot_size(tm, mate->x[i]);
  for (uint32_t k = 0; k < l->f->params; k++) {
    if (l->f->param[k].role != VD_ROLE_MEM) continue;
    VdTerm now = vd_mk_load(tm, l->arg[k], mate->x[i], bytes);
    VdTerm word = word_in(m, mate, k, i);
    static const VdOp extend[] = {VD_OP_ZEXT, VD_OP_SEXT};
    for (size_t e = 0; e < VD_COUNT(extend); e++)
      if (vd_term_eq(vd_mk(tm, extend[e], sort.a, &now, 1), b))
        add_way(m, mate, w, vd_mk(tm, extend[e], sort.a, &word, 1), sort);
  }
}

static void ways_from(Mates *m, const Mate *mate, uint32_t i, VdTerm b,
                      VdSort sort, Ways *w) {
  VdTerms *tm = m->tm;
  VdTerm a = mate->loop[OLD].arg[i], x = mate->x[i];
  VdSort from = vd_term_sort(tm, a);
  VdValue v;
  if (!is_bv(sort) || !is_bv(from)) return;
  if (from.a < sort.a) {
    static const VdOp extend[] = {VD_OP_SEXT, VD_OP_ZEXT};
    for (size_t k = 0; k < VD_COUNT(extend); k++)
      if (vd_term_eq(vd_mk(tm, extend[k], sort.a, &a, 1), b))
        add_way(m, mate, w, vd_mk(tm, extend[k], sort.a, &x, 1), sort);
  } else if (from.a == sort.a) {
    VdTerm d = vd_mk_sub(tm, b, a);
    if (vd_term_value(tm, d, &v))
      add_way(m, mate, w,
              sort.a == VD_POINTER_BITS
                  ? vd_mk(tm, VD_OP_PTRADD, 0, (VdTerm[]){x, d}, 2)
                  : vd_mk_add(tm, x, d),
              sort);
  } else if (vd_term_eq(vd_mk_extract(tm, a, sort.a - 1, 0), b)) {
    add_way(m, mate, w, vd_mk_extract(tm, x, sort.a - 1, 0), sort);
  }
}

// What parameter j can be, the likeliest first.
static void find_ways(Mates *m, const Mate *mate, uint32_t j, Ways *w) {
  const Loop *l = &mate->loop[OLD];
  VdTerm b = mate->loop[NEW].arg[j];
  VdSort sort = vd_term_sort(m->tm, b);
  uint32_t fuel = 200;
  VdValue v;
  bool constant = vd_term_value(m->tm, b, &v);
  for (uint32_t i = 0; i < l->f->params; i++)
    ways_in_slot(m, mate, i, b, sort, w);
  for (uint32_t i = 0; i < l->f->params; i++)
    if (vd_term_eq(mate->got[i], b)) add_way(m, mate, w, mate->x[i], sort);
  for (uint32_t i = 0; i < l->f->params && constant; i++)
    ways_from(m, mate, i, b, sort, w);
  add_way(m, mate, w, express(m, mate, b, &fuel), sort);
  for (uint32_t i = 0; i < l->f->params && !constant; i++)
    ways_from(m, mate, i, b, sort, w);
  // Where the two callers say it in other words: any that fits.
  for (uint32_t i = 0; i < l->f->params; i++)
    if (l->f->param[i].role == mate->loop[NEW].f->param[j].role)
      add_way(m, mate, w, mate->x[i], sort);
}

// Is what the new loop hands on as j what the old one hands on, by E?
static bool is_handed_on(Mates *m, const Mate *mate, const VdTermVec *inner,
                         uint32_t j) {
  for (uint32_t c = 0; c < inner[OLD].len; c++) {
    VdTerm *next = args_of_call(m, inner[OLD].at[c]);
    VdTerm want = put_args(m, mate, next, mate->e[j]);
    for (uint32_t d = 0; d < inner[NEW].len; d++) {
      VdTerm got = vd_term_arg(m->tm, inner[NEW].at[d], j);
      if (vd_term_eq(want, got) ||
          (vd_sort_is_mem(vd_term_sort(m->tm, got)) && mate->slots))
        return true;
    }
  }
  return false;
}

// Counters that begin with a constant and only go up.
static VdTerm find_pre(Mates *m, const Mate *mate) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdTermVec inner = {0};
  VdTerm pre = vd_mk_bool(tm, true);
  inner_calls(m, OLD, l, mate->in, &inner);
  for (uint32_t i = 0; i < l->f->params; i++) {
    VdSort sort = l->f->param[i].sort;
    VdValue v;
    bool up = is_bv(sort) && sort.a > 1 && is_var(tm, mate->x[i]) &&
              vd_term_value(tm, l->arg[i], &v);
    uint64_t half = up ? UINT64_C(1) << (sort.a - 1) : 0;
    up = up && v.bits < half && inner.len;
    bool moves = false;
    for (uint32_t c = 0; c < inner.len && up; c++) {
      VdValue by;
      VdTerm next = vd_term_arg(tm, inner.at[c], i);
      moves |= !vd_term_eq(next, mate->x[i]);
      up = vd_term_value(tm, vd_mk_sub(tm, next, mate->x[i]), &by) &&
           by.bits < half;
    }
    if (up && moves)
      pre =
          vd_mk_and(tm, pre,
                    vd_mk_not(tm, vd_mk(tm, VD_OP_BVSLT, 0,
                                        (VdTerm[]){mate->x[i], l->arg[i]}, 2)));
  }
  vd_vec_done(&inner);
  return pre;
}

// When the old loop calls itself.
static VdTerm goes_on(Mates *m, const Mate *mate) {
  const Loop *l = &mate->loop[OLD];
  VdTerm when = vd_mk_bool(m->tm, false);
  VdCalls calls = {0};
  if (!vd_summary_calls(m->s->job->sums[OLD], l->func, &m->arena, &calls))
    return vd_mk_bool(m->tm, true);
  for (uint32_t i = 0; i < calls.len; i++)
    if (calls.at[i].func == l->func)
      when = vd_mk_or(m->tm, when, calls.at[i].when);
  vd_vec_done(&calls);
  return with_params(m, l->f, mate->in, when);
}

// Whether something holds of x where the old loop is defined and goes on.
static bool prove_where_defined(Mates *m, const Mate *mate, VdTerm t) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdSearch s = {.job = m->s->job, .runner = m->s->runner};
  s.goal.halt[OLD] = s.goal.halt[NEW] = vd_mk_bool(tm, false);
  s.goal.defined[OLD] = vd_mk_bool(tm, true);
  s.goal.defined[NEW] = t;
  if (l->f->may_be_undefined)
    s.goal.defined[OLD] = vd_summary_open(
        m->s->job->sums[OLD],
        call_of(tm, l, vd_summary_defined_index(l->f), mate->in));
  s.goal.defined[OLD] = vd_mk_and(tm, s.goal.defined[OLD], goes_on(m, mate));
  s.goal.defined[OLD] = vd_mk_and(tm, s.goal.defined[OLD], mate->pre);
  vd_goal_hide(s.job, &s.goal);
  bool ok = vd_paths(&s, 0.15);
  vd_search_done(&s);
  return ok;
}

// The same where the old loop is defined: the values need not be one term.
static bool is_shown_handed_on(Mates *m, const Mate *mate,
                               const VdTermVec *inner, uint32_t j) {
  if (inner[OLD].len != 1 || inner[NEW].len != 1) return false;
  VdTerm *next = args_of_call(m, inner[OLD].at[0]);
  VdTerm want = put_args(m, mate, next, mate->e[j]);
  VdTerm got = vd_term_arg(m->tm, inner[NEW].at[0], j);
  return prove_where_defined(m, mate, vd_mk_eq(m->tm, want, got));
}

// Where a way does not go with what the loops hand on, the next one is tried.
static bool choose_e(Mates *m, Mate *mate) {
  uint32_t n = mate->loop[NEW].f->params;
  Ways *w = VD_NEW_ARRAY(&m->arena, Ways, n + 1);
  VdTermVec inner[2] = {{0}, {0}};
  for (uint32_t j = 0; j < n; j++) {
    find_ways(m, mate, j, &w[j]);
    if (!w[j].len) return false;
    mate->e[j] = w[j].at[0];
  }
  inner_calls(m, OLD, &mate->loop[OLD], mate->in, &inner[OLD]);
  bool changed = true;
  for (uint32_t round = 0; changed && round < MAX_ROUNDS; round++) {
    changed = false;
    inner[NEW].len = 0;
    inner_calls(m, NEW, &mate->loop[NEW], mate->e, &inner[NEW]);
    for (uint32_t j = 0; j < n && !changed; j++) {
      if (w[j].len < 2 || w[j].now >= w[j].len ||
          is_handed_on(m, mate, inner, j) ||
          is_shown_handed_on(m, mate, inner, j))
        continue;
      w[j].now++;
      mate->e[j] = w[j].at[w[j].now % w[j].len];
      changed = true;
    }
  }
  vd_vec_done(&inner[OLD]);
  vd_vec_done(&inner[NEW]);
  return true;
}

// ------------------------------------------------------------------ the proof

static void open_unshared(VdSearch *s) {
  for (int round = 0; round < MAX_OPEN; round++)
    if (vd_open_is_too_big(s) || !vd_open_all(s, VD_OPEN_UNSHARED)) break;
}

// The two loops at x and E(x), opened once, with the claim for what they call.
// With whole, memory has in it what is left in dead locals.
static void make_goal(Mates *m, const Mate *mate, uint32_t result, bool whole,
                      VdSearch *s) {
  VdTerms *tm = m->tm;
  VdGoal *g = &s->goal;
  const Loop *from = &mate->loop[OLD], *to = &mate->loop[NEW];
  VdSums **sums = m->s->job->sums;
  *g = (VdGoal){0};
  bool defined = result == vd_summary_defined_index(from->f);
  VdTerm yes = vd_mk_bool(tm, true), no = vd_mk_bool(tm, false);
  g->halt[OLD] = g->halt[NEW] = no;
  g->defined[OLD] = g->defined[NEW] = yes;
  if (from->f->may_be_undefined)
    g->defined[OLD] = vd_summary_open(
        sums[OLD],
        call_of(tm, from, vd_summary_defined_index(from->f), mate->in));
  if (defined && to->f->may_be_undefined)
    g->defined[NEW] = vd_summary_open(
        sums[NEW], call_of(tm, to, vd_summary_defined_index(to->f), mate->e));
  if (!defined) {
    vd_push(&g->result[OLD],
            vd_summary_open(sums[OLD], call_of(tm, from, result, mate->in)));
    if (!vd_term_is_none(mate->is[result]))
      vd_push(&g->result[NEW], mate->is[result]);
    else
      vd_push(&g->result[NEW],
              vd_summary_open(sums[NEW],
                              call_of(tm, to, mate->rho[result] - 1, mate->e)));
    // Memory is compared as it is, but for the locals that are dead.
    vd_push(&g->role, VD_ROLE_VALUE);
  }
  open_unshared(s);
  vd_goal_hide(s->job, g);
  put_mate(m, mate, true, g);
  if (!defined && from->f->result[result].role == VD_ROLE_MEM && !whole)
    g->result[OLD].at[0] = without_dead(m, mate, g->result[OLD].at[0]);
  g->defined[OLD] = vd_mk_and(tm, mate->pre, g->defined[OLD]);
  if (!vd_term_is_none(mate->guard))
    g->defined[OLD] = vd_mk_and(tm, mate->guard, g->defined[OLD]);
}

static void mates_of(Mates *m, VdSearch *s);

// With what only one side calls opened, and mates for the loops inside.
static bool prove_search(Mates *m, VdSearch *s, double seconds) {
  if (vd_terms_error(m->tm)) return false;
  for (uint32_t i = 0; i < s->goal.result[OLD].len; i++)
    if (vd_term_is_none(s->goal.result[OLD].at[i]) ||
        vd_term_is_none(s->goal.result[NEW].at[i]))
      return false;
  open_unshared(s);
  vd_goal_hide(s->job, &s->goal);
  Mates inside = {.s = s, .tm = m->tm, .depth = m->depth + 1};
  inside.budget = m->budget;
  mates_of(&inside, s);
  bool ok = vd_paths(s, seconds);
  vd_arena_done(&inside.arena);
  return ok;
}

static bool prove_result(Mates *m, const Mate *mate, uint32_t result,
                         double seconds) {
  VdSearch s = {.job = m->s->job, .runner = m->s->runner};
  make_goal(m, mate, result, false, &s);
  bool ok = prove_search(m, &s, seconds);
  vd_search_done(&s);
  return ok;
}

// A result that a compiler knows: a constant, or what the loop was given.
static bool find_value(Mates *m, Mate *mate, uint32_t result, double seconds) {
  const VdFunc *f = mate->loop[OLD].f;
  VdSort sort = f->result[result].sort;
  if (f->result[result].role != VD_ROLE_VALUE || !is_bv(sort)) return false;
  static const uint64_t likely[] = {0, 1, UINT64_MAX};
  for (size_t i = 0; i < VD_COUNT(likely) + f->params; i++) {
    VdTerm t = i < VD_COUNT(likely) ? vd_mk_bv(m->tm, sort.a, likely[i])
                                    : mate->x[i - VD_COUNT(likely)];
    if (!vd_sort_eq(vd_term_sort(m->tm, t), sort)) continue;
    mate->is[result] = t;
    if (vd_budget_over(&m->budget)) break;
    if (prove_result(m, mate, result, seconds)) return true;
  }
  mate->is[result] = VD_TERM_NONE;
  return false;
}

// Which result of the new loop is this one? The memory, and so on, is clear.
static bool find_result(Mates *m, Mate *mate, uint32_t result, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  uint32_t tries = 0;
  for (uint32_t way = 0; way < 2; way++)
    for (uint32_t k = 0; k < g->results && tries < 3; k++) {
      bool likely = k == result;
      if (likely != (way == 0) || g->result[k].role != f->result[result].role ||
          !vd_sort_eq(g->result[k].sort, f->result[result].sort))
        continue;
      mate->rho[result] = k + 1;
      if (prove_result(m, mate, result, seconds)) return true;
      tries++;
      if (vd_budget_over(&m->budget)) break;
    }
  mate->rho[result] = 0;
  return find_value(m, mate, result, seconds);
}

typedef struct Callers {
  uint32_t func;
  bool other;  // calls it, too
} Callers;

static void note_caller(void *context, uint32_t func, const VdInst *inst) {
  Callers *c = context;
  c->other |=
      func != c->func && inst->kind == VD_INST_CALL && inst->index == c->func;
}

// Is a loop called again by itself only, not by what it calls?
static bool calls_only_itself(const Mates *m, int side, uint32_t func) {
  Callers c = {.func = func};
  vd_ir_each(m->s->job->module[side], func, note_caller, &c);
  return !c.other;
}

// The inner calls, which are all that there are inside, fulfil it, too.
static bool is_pre_kept(Mates *m, const Mate *mate) {
  VdTerms *tm = m->tm;
  VdTermVec inner = {0};
  VdTerm kept = vd_mk_bool(tm, true);
  inner_calls(m, OLD, &mate->loop[OLD], mate->in, &inner);
  for (uint32_t c = 0; c < inner.len; c++)
    kept = vd_mk_and(
        tm, kept, put_args(m, mate, args_of_call(m, inner.at[c]), mate->pre));
  vd_vec_done(&inner);
  return vd_term_is_true(tm, kept) || prove_where_defined(m, mate, kept);
}

// What the old loop leaves in a local, if the new one gives it.
static void find_left(Mates *m, Mate *mate, uint32_t i, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  VdTerms *tm = m->tm;
  if (!mate->dead[i]) return;
  uint32_t mem = 0, tries = 0;
  while (mem < f->results && f->result[mem].role != VD_ROLE_MEM) mem++;
  if (mem == f->results || !mate->rho[mem]) return;
  uint64_t size = slot_size(tm, mate->x[i]);
  for (uint32_t k = 0; k < g->results && tries < 3; k++) {
    if (g->result[k].sort.kind != VD_SORT_BV || g->result[k].sort.a != 8 * size)
      continue;
    mate->left[i] = k + 1;
    tries++;
    VdSearch s = {.job = m->s->job, .runner = m->s->runner};
    make_goal(m, mate, mem, true, &s);
    VdTerm there =
        vd_mk_load(tm, s.goal.result[OLD].at[0], mate->x[i], (uint32_t)size);
    s.goal.result[OLD].at[0] = there;
    s.goal.result[NEW].at[0] = vd_summary_open(
        m->s->job->sums[NEW], call_of(tm, &mate->loop[NEW], k, mate->e));
    s.goal.role.at[0] = VD_ROLE_VALUE;
    bool ok = prove_search(m, &s, seconds);
    vd_search_done(&s);
    if (ok) return;
  }
  mate->left[i] = 0;
}

static bool prove_off(Mates *m, const Mate *mate, uint32_t k, double seconds) {
  const Loop *to = &mate->loop[NEW];
  VdSearch s = {.job = m->s->job, .runner = m->s->runner};
  make_goal(m, mate, vd_summary_defined_index(mate->loop[OLD].f), false, &s);
  VdTerm is =
      vd_summary_open(m->s->job->sums[NEW], call_of(m->tm, to, k, mate->e));
  s.goal.defined[NEW] = vd_mk_not(m->tm, is);
  bool ok = !vd_term_is_none(is) && prove_search(m, &s, seconds);
  vd_search_done(&s);
  return ok;
}

// Theorem: where the guard and pre hold and the old loop is defined at x, these
// results of the new loop are false at E(x). By induction, all together, and
// together with the claim: whoever knows of an inner call that the old loop is
// defined there, knows that they are false there. One that is not shown is
// dropped, and the others are shown once more without it.
static void find_off(Mates *m, Mate *mate, double seconds) {
  const VdFunc *f = mate->loop[OLD].f, *g = mate->loop[NEW].f;
  for (uint32_t k = 0; k < g->results; k++)
    mate->off[k] = f->may_be_undefined && g->result[k].role == VD_ROLE_VALUE &&
                   g->result[k].sort.kind == VD_SORT_BOOL;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t k = 0; k < g->results; k++)
      if (mate->off[k] && !prove_off(m, mate, k, seconds)) {
        mate->off[k] = false;
        again = true;
      }
  }
}

static bool prove_mate(Mates *m, Mate *mate, const bool *needed) {
  const VdFunc *f = mate->loop[OLD].f;
  double seconds = vd_budget_left(&m->budget) / 3;
  // Nothing of an earlier try with another guard: it was not shown for this.
  for (uint32_t r = 0; r < f->results; r++)
    mate->rho[r] = 0, mate->is[r] = VD_TERM_NONE;
  for (uint32_t i = 0; i < f->params; i++) mate->left[i] = 0;
  find_off(m, mate, seconds);
  if (f->may_be_undefined || mate->loop[NEW].f->may_be_undefined)
    if (!prove_result(m, mate, vd_summary_defined_index(f), seconds))
      return false;
  for (uint32_t r = 0; r < f->results; r++)
    if (needed[r] && !find_result(m, mate, r, seconds)) return false;
  for (uint32_t i = 0; i < f->params; i++) find_left(m, mate, i, seconds);
  return true;
}

// ------------------------------------------------------------------- the goal

typedef VD_VEC(Loop) Loops;

// Calls of loops that only this side makes, the first ones first.
static void find_loops(Mates *m, const VdSearch *s, int k, Loops *out) {
  VdTerms *tm = m->tm;
  VdTermVec nodes = {0}, other = {0};
  VdMap shared = {0}, seen = {0};
  vd_goal_reach(s, k, &nodes);
  vd_goal_reach(s, !k, &other);
  for (uint32_t i = 0; i < other.len; i++)
    if (vd_term_op(tm, other.at[i]) == VD_OP_APP)
      *vd_map_put(&shared, vd_term_fun(tm, other.at[i])) = 1;
  for (uint32_t i = 0; i < nodes.len; i++) {
    if (!vd_open_is_internal(s, nodes.at[i])) continue;
    uint32_t symbol = vd_term_fun(tm, nodes.at[i]);
    if (vd_map_get(&shared, symbol)) continue;
    uint32_t func = vd_sums_func(s->job->sums[k], symbol);
    if (func == UINT32_MAX || !s->job->recursive[k][func]) continue;
    Loop l = {func, symbol, s->job->module[k]->func.at[func], NULL};
    if (!l.f->loop || !vd_summary(s->job->sums[k], func)) continue;
    l.arg = args_of_call(m, nodes.at[i]);
    uint64_t *first = vd_map_put(&seen, call_of(tm, &l, 0, l.arg).id);
    if (!(*first)++) vd_push(out, l);
  }
  vd_map_done(&shared);
  vd_map_done(&seen);
  vd_vec_done(&nodes);
  vd_vec_done(&other);
}

// Results that the old side looks at.
static bool *find_needed(Mates *m, const VdSearch *s, const Loop *l) {
  bool *needed = VD_NEW_ARRAY(&m->arena, bool, l->f->results + 1);
  VdTermVec nodes = {0};
  vd_goal_reach(s, OLD, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_call_of(m->tm, nodes.at[i], l))
      needed[vd_term_result(m->tm, nodes.at[i])] = true;
  vd_vec_done(&nodes);
  return needed;
}

static Mate *mate_new(Mates *m, const Loop *from, const Loop *to) {
  Mate *mate = VD_NEW(&m->arena, Mate);
  mate->loop[OLD] = *from;
  mate->loop[NEW] = *to;
  mate->x = VD_NEW_ARRAY(&m->arena, VdTerm, from->f->params + 1);
  mate->in = VD_NEW_ARRAY(&m->arena, VdTerm, from->f->params + 1);
  mate->got = VD_NEW_ARRAY(&m->arena, VdTerm, from->f->params + 1);
  mate->e = VD_NEW_ARRAY(&m->arena, VdTerm, to->f->params + 1);
  mate->rho = VD_NEW_ARRAY(&m->arena, uint32_t, from->f->results + 1);
  mate->is = VD_NEW_ARRAY(&m->arena, VdTerm, from->f->results + 1);
  mate->dead = VD_NEW_ARRAY(&m->arena, bool, from->f->params + 1);
  mate->left = VD_NEW_ARRAY(&m->arena, uint32_t, from->f->params + 1);
  mate->off = VD_NEW_ARRAY(&m->arena, bool, to->f->results + 1);
  return mate;
}

static Mate *try_pair(Mates *m, const VdSearch *s, const Loop *from,
                      const Loop *to) {
  bool *needed = find_needed(m, s, from);
  VdSums **sums = s->job->sums;
  Mate *mate = mate_new(m, from, to);
  choose_x(m, mate);
  fill_dead(m, mate);
  mate->pre = vd_mk_bool(m->tm, true);
  if (calls_only_itself(m, OLD, from->func)) mate->pre = find_pre(m, mate);
  if (!is_pre_kept(m, mate)) mate->pre = vd_mk_bool(m->tm, true);
  if (!choose_e(m, mate)) return NULL;
  VdTerm stays = with_params(m, from->f, mate->in,
                             vd_summary_stays(sums[OLD], from->func));
  VdTerm too =
      with_params(m, to->f, mate->e, vd_summary_stays(sums[NEW], to->func));
  bool same_test = vd_term_eq(stays, too);
  for (int way = 0; way < 2; way++) {
    bool guarded = (way == 0) != same_test;
    if (guarded && vd_term_is_none(stays)) continue;
    if (vd_budget_over(&m->budget)) return NULL;
    mate->guard = guarded ? stays : VD_TERM_NONE;
    if (prove_mate(m, mate, needed)) return mate;
  }
  return NULL;
}

static bool mate_one(Mates *m, VdSearch *s, VdMap *failed) {
  Loops old = {0}, new = {0};
  Mate *found = NULL;
  find_loops(m, s, OLD, &old);
  find_loops(m, s, NEW, &new);
  for (uint32_t i = 0; i < old.len && !found; i++)
    for (uint32_t j = 0; j < new.len && !found; j++) {
      uint64_t key = (uint64_t)call_of(m->tm, &old.at[i], 0, old.at[i].arg).id
                         << 32 |
                     call_of(m->tm, &new.at[j], 0, new.at[j].arg).id;
      if (vd_map_get(failed, key) || m->tries >= MAX_TRIES ||
          vd_budget_over(&m->budget))
        continue;
      *vd_map_put(failed, key) = 1;
      m->tries++;
      found = try_pair(m, s, &old.at[i], &new.at[j]);
    }
  if (found) put_mate(m, found, false, &s->goal);
  if (found) vd_goal_hide(s->job, &s->goal);
  vd_vec_done(&old);
  vd_vec_done(&new);
  return found != NULL;
}

static void mates_of(Mates *m, VdSearch *s) {
  VdMap failed = {0};
  if (m->depth <= MAX_INSIDE)
    for (uint32_t n = 0; n < MAX_MATES && mate_one(m, s, &failed); n++)
      m->found++;
  vd_map_done(&failed);
}

uint32_t vd_mates(VdSearch *s, double seconds) {
  double start = vd_now();
  uint32_t steps = s->job->verdict->step.len;
  Mates m = {.s = s, .tm = s->job->tm};
  m.budget = vd_budget_cut(&s->job->budget, seconds);
  mates_of(&m, s);
  uint32_t n = m.found;
  s->job->verdict->step.len = steps;  // too many to tell
  if (n)
    vd_job_step(s->job, "mates", start, "%u loop%s of the old version %s", n,
                n == 1 ? "" : "s",
                n == 1 ? "has its mate" : "have their mates");
  vd_arena_done(&m.arena);
  return n;
}
