// Candidates for mates (mates.c): the ways in which a parameter of the new loop
// may be written as a term over those of the old one.
#include "base/limit.h"
#include "pair/loop/mates.h"

// ----------------------------------------------------------- how it is called

// Calls that a loop makes of itself, opened at these arguments.
void vd_mate_inner_calls(Mates *m, const Loop *l, const VdTerm *arg,
                         VdTermVec *out) {
  VdTermVec roots = {0}, nodes = {0};
  VdMap seen = {0};
  uint32_t n = l->f->results + l->f->may_be_undefined;
  for (uint32_t r = 0; r < n; r++)
    vd_push(&roots, vd_summary_open(l->sums, call_of(m->tm, l, r, arg)));
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

// Loops are handed addresses within one object, and more than one of them at
// times. Of two that the loop hands on as they are, and that are a constant
// apart, one is written with the other; and what is a constant is that.
static void link_x(Mates *m, Mate *mate, const VdTermVec *inner) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdValue v;
  for (uint32_t j = 0; j < l->f->params; j++) {
    VdTerm y = l->arg[j], x = vd_summary_param(tm, l->f, j);
    if (mate->dead[j] || !is_bv(l->f->param[j].sort) ||
        !is_kept(m, inner, j, x))
      continue;
    if (vd_term_value(tm, y, &v)) mate->x[j] = y;
    for (uint32_t i = 0; i < j && is_var(tm, mate->x[j]); i++) {
      x = vd_summary_param(tm, l->f, i);
      if (!is_var(tm, mate->x[i]) || !is_kept(m, inner, i, x) ||
          !vd_sort_eq(l->f->param[i].sort, l->f->param[j].sort))
        continue;
      VdTerm d = vd_mk_sub(tm, y, l->arg[i]);
      if (vd_term_value(tm, d, &v)) mate->x[j] = plus(tm, mate->x[i], d);
    }
  }
}

// The old loop's parameters: variables, but a local of the caller that is
// handed on, and that the new version has not, is what it is. Where there are
// locals, only what comes from a parameter of the caller is surely not in one.
void vd_mate_choose_x(Mates *m, Mate *mate) {
  const Loop *l = &mate->loop[OLD], *to = &mate->loop[NEW];
  VdTermVec inner = {0};
  for (uint32_t i = 0; i < l->f->params; i++)
    mate->x[i] = vd_summary_param(m->tm, l->f, i);
  vd_mate_inner_calls(m, l, mate->x, &inner);
  mate->slots = has_slot(m, l->arg, l->f->params, VD_TERM_NONE) ||
                has_slot(m, to->arg, to->f->params, VD_TERM_NONE);
  bool any = false;
  for (uint32_t i = 0; i < l->f->params && mate->slots; i++) {
    mate->dead[i] =
        is_pointer(m->tm, mate->x[i]) && l->f->params <= vd_limit->mates_dead &&
        is_small_slot(m->tm, l->arg[i]) && is_kept(m, &inner, i, mate->x[i]) &&
        !has_slot(m, to->arg, to->f->params, l->arg[i]);
    if (mate->dead[i]) mate->x[i] = l->arg[i];
    any |= mate->dead[i];
  }
  // What does not lead to them is as if it had come with the call.
  mate->unseen = any && vd_mate_is_unseen(m, mate, l->arg);
  for (uint32_t i = 0; i < l->f->params && mate->slots; i++) {
    VdSort sort = l->f->param[i].sort;
    VdTerm x = mate->x[i];
    if (mate->dead[i] || mate->unseen) continue;
    // Memory, too, is not what it was before there were locals.
    if (vd_sort_is_mem(sort) ||
        (is_pointer(m->tm, x) && !is_derived(m, &inner, i, x, l->arg[i])))
      mate->x[i] = vd_mk_var(m->tm, VD_VAR_MATE_PARAM, i, sort, "");
  }
  link_x(m, mate, &inner);
  vd_vec_done(&inner);
}

// The old loop's memory has any words in dead locals; the new one's is what is
// below them.
void vd_mate_fill_dead(Mates *m, Mate *mate) {
  const Loop *l = &mate->loop[OLD];
  for (uint32_t k = 0; k < l->f->params; k++) {
    mate->in[k] = mate->x[k];
    mate->got[k] = l->arg[k];
    if (!is_mem(m->tm, l->arg[k])) continue;
    mate->got[k] = vd_mate_without_dead(m, mate, l->arg[k]);
    for (uint32_t i = 0; i < l->f->params; i++)
      if (mate->dead[i])
        mate->in[k] = vd_mk_store(m->tm, mate->in[k], mate->x[i],
                                  vd_mate_word(m, mate, k, i));
  }
}

// ---------------------------------------------------- what the new one takes

typedef struct Ways {
  VdTerm at[VD_MOST_mates_ways];
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
  if (w->len < vd_limit->mates_ways) w->at[w->len++] = t;
}

// The address of a block: x may point to it, which the rules do not believe of
// what came with a call.
static bool is_block(const VdTerms *tm, VdTerm t) {
  return vd_term_op(tm, t) == VD_OP_APP &&
         vd_fun_get(tm, vd_term_fun(tm, t))->kind == VD_FUN_FRESH;
}

static VdTerm express(Mates *m, const Mate *mate, VdTerm t, uint32_t *fuel);

// What is loaded from one of several memories is what is loaded from the old
// call's, if that is the one or the other.
static VdTerm express_load(Mates *m, const Mate *mate, VdTerm t,
                           uint32_t *fuel) {
  VdTerms *tm = m->tm;
  const VdFunc *f = mate->loop[OLD].f;
  VdTermVec nodes = {0};
  VdTerm found = VD_TERM_NONE;
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && vd_term_is_none(found); i++) {
    VdTerm load = nodes.at[i];
    if (vd_term_op(tm, load) != VD_OP_LOAD ||
        !vd_sort_eq(vd_term_sort(tm, load), vd_term_sort(tm, t)) || !*fuel)
      continue;
    VdTerm at = vd_term_arg(tm, load, 1);
    uint32_t bytes = (uint32_t)vd_term_imm(tm, load);
    --*fuel;
    for (uint32_t k = 0; k < f->params && vd_term_is_none(found); k++) {
      if (!is_mem(tm, mate->got[k]) ||
          !vd_term_eq(vd_mk_load(tm, mate->got[k], at, bytes), t))
        continue;
      at = express(m, mate, at, fuel);
      if (vd_term_is_none(at)) break;
      found = vd_mk_load(tm, mate->x[k], at, bytes);
    }
  }
  vd_vec_done(&nodes);
  return found;
}

// A term of the caller with x for the arguments of the old call; none if there
// is more in it.
static VdTerm express(Mates *m, const Mate *mate, VdTerm t, uint32_t *fuel) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  uint32_t n = vd_term_args(tm, t);
  VdOp op = vd_term_op(tm, t);
  // A constant is one, even if something begins with it.
  if (op == VD_OP_CONST) return t;
  for (uint32_t i = 0; i < l->f->params; i++)
    if (vd_term_eq(mate->got[i], t)) return mate->x[i];
  if (op == VD_OP_ADDR || op == VD_OP_ROM) return t;
  if (op == VD_OP_ITE && vd_term_sort(tm, t).kind == VD_SORT_BV) {
    VdTerm load = express_load(m, mate, t, fuel);
    if (!vd_term_is_none(load)) return load;
  }
  if (n == 0 || n > vd_limit->mates_args || *fuel == 0 || is_block(tm, t))
    return VD_TERM_NONE;
  --*fuel;
  VdTerm arg[VD_MOST_mates_args];
  for (uint32_t i = 0; i < n; i++) {
    arg[i] = express(m, mate, vd_term_arg(tm, t, i), fuel);
    if (vd_term_is_none(arg[i])) return VD_TERM_NONE;
  }
  return vd_term_with_args(tm, t, arg);
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
    VdTerm word = vd_mate_word(m, mate, k, i);
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
    if (vd_term_value(tm, d, &v)) add_way(m, mate, w, plus(tm, x, d), sort);
  } else if (vd_term_eq(vd_mk_extract(tm, a, sort.a - 1, 0), b)) {
    add_way(m, mate, w, vd_mk_extract(tm, x, sort.a - 1, 0), sort);
  }
}

// A number that is only looked at for being zero is a Bool to the compiler.
static void ways_to_bool(Mates *m, const Mate *mate, uint32_t i, VdTerm b,
                         Ways *w) {
  VdTerms *tm = m->tm;
  VdTerm a = mate->loop[OLD].arg[i], x = mate->x[i];
  VdSort from = vd_term_sort(tm, a), sort = vd_term_sort(tm, b);
  if (sort.kind != VD_SORT_BOOL || !is_bv(from) || !is_var(tm, x)) return;
  VdTerm zero = vd_mk_bv(tm, from.a, 0);
  VdTerm at = vd_mk_eq(tm, a, zero), is = vd_mk_eq(tm, x, zero);
  if (vd_term_eq(at, b)) add_way(m, mate, w, is, sort);
  if (vd_term_eq(vd_mk_not(tm, at), b))
    add_way(m, mate, w, vd_mk_not(tm, is), sort);
}

// What parameter j can be, the likeliest first.
static void find_ways(Mates *m, const Mate *mate, uint32_t j, Ways *w) {
  const Loop *l = &mate->loop[OLD];
  if (!vd_term_is_none(mate->z[j])) {
    w->at[w->len++] = mate->z[j];
    return;
  }
  VdTerm b = mate->loop[NEW].arg[j];
  VdSort sort = vd_term_sort(m->tm, b);
  uint32_t fuel = vd_limit->mates_express;
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
  for (uint32_t i = 0; i < l->f->params && constant; i++)
    ways_to_bool(m, mate, i, b, w);
}

// Where the two callers say it in other words: any that fits.
static void find_odd_ways(const Mates *m, const Mate *mate, uint32_t j,
                          Ways *w) {
  const Loop *l = &mate->loop[OLD];
  VdSort sort = mate->loop[NEW].f->param[j].sort;
  for (uint32_t i = 0; i < l->f->params; i++)
    if (l->f->param[i].role == mate->loop[NEW].f->param[j].role)
      add_way(m, mate, w, mate->x[i], sort);
  // "This is poison", most likely: shown to be false where it is called.
  if (sort.kind == VD_SORT_BOOL)
    add_way(m, mate, w, vd_mk_bool(m->tm, false), sort);
}

// What an argument of the old call is by those of the new one that are z, by
// kept ones of the old call, and by constants. None if there is more in it.
static VdTerm express_z(Mates *m, const Mate *mate, const VdTermVec *inner,
                        VdTerm t, uint32_t *fuel) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD], *to = &mate->loop[NEW];
  VdOp op = vd_term_op(tm, t);
  uint32_t n = vd_term_args(tm, t);
  if (op == VD_OP_CONST) return t;
  for (uint32_t j = 0; j < to->f->params; j++)
    if (!vd_term_is_none(mate->z[j]) && vd_term_eq(to->arg[j], t))
      return mate->z[j];
  for (uint32_t i = 0; i < l->f->params; i++)
    if (vd_term_eq(l->arg[i], t) && is_var(tm, mate->x[i]) &&
        is_kept(m, inner, i, vd_summary_param(tm, l->f, i)))
      return mate->x[i];
  if (n == 0 || n > vd_limit->mates_few_args || *fuel == 0 || op == VD_OP_APP ||
      op == VD_OP_LOAD)
    return VD_TERM_NONE;
  --*fuel;
  VdTerm arg[VD_MOST_mates_few_args];
  for (uint32_t i = 0; i < n; i++) {
    arg[i] = express_z(m, mate, inner, vd_term_arg(tm, t, i), fuel);
    if (vd_term_is_none(arg[i])) return VD_TERM_NONE;
  }
  return vd_term_with_args(tm, t, arg);
}

// Is it made of nothing but what the old loop hands on as it is?
static bool is_stable(const Mates *m, const Mate *mate, const VdTermVec *inner,
                      VdTerm t) {
  const VdFunc *f = mate->loop[OLD].f;
  VdTermVec nodes = {0};
  bool stable = true;
  vd_terms_reach(m->tm, &t, 1, &nodes);
  for (uint32_t k = 0; k < nodes.len && stable; k++) {
    if (!is_var(m->tm, nodes.at[k])) continue;
    stable = false;
    for (uint32_t i = 0; i < f->params && !stable; i++)
      stable = vd_term_eq(mate->x[i], nodes.at[k]) &&
               is_kept(m, inner, i, vd_summary_param(m->tm, f, i));
  }
  vd_vec_done(&nodes);
  return stable;
}

// Of the new loop's parameters, those that it hands on as they are, and that
// are nothing that the old loop has, become variables of their own. What the
// old loop hands on as it is may be made of them: a pointer, say, of a base and
// an index. False if there are none.
bool vd_mate_choose_z(Mates *m, Mate *mate) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD], *to = &mate->loop[NEW];
  VdTermVec inner[2] = {{0}, {0}};
  VdTerm *x = VD_NEW_ARRAY(m->arena, VdTerm, to->f->params + 1);
  VdTerm *old = VD_NEW_ARRAY(m->arena, VdTerm, l->f->params + 1);
  bool any = false;
  for (uint32_t j = 0; j < to->f->params; j++)
    x[j] = vd_summary_param(tm, to->f, j);
  for (uint32_t i = 0; i < l->f->params; i++)
    old[i] = vd_summary_param(tm, l->f, i);
  vd_mate_inner_calls(m, to, x, &inner[NEW]);
  vd_mate_inner_calls(m, l, old, &inner[OLD]);
  for (uint32_t j = 0; j < to->f->params; j++) {
    Ways w = {0};
    VdSort sort = to->f->param[j].sort;
    if (!is_bv(sort) || !is_kept(m, &inner[NEW], j, x[j])) continue;
    find_ways(m, mate, j, &w);
    bool stable = false;
    for (uint32_t k = 0; k < w.len; k++)
      stable |= is_stable(m, mate, &inner[OLD], w.at[k]);
    if (stable) continue;
    bool given = !mate->slots || mate->unseen || !is_pointer(tm, x[j]);
    mate->z[j] = vd_mk_var(tm, given ? VD_VAR_MATE_GIVEN : VD_VAR_MATE_FREE, j,
                           sort, "");
    any = true;
  }
  for (uint32_t i = 0; i < l->f->params && any; i++) {
    uint32_t fuel = vd_limit->mates_express_new;
    if (mate->dead[i] || !is_var(tm, mate->x[i]) ||
        !is_bv(l->f->param[i].sort) || !is_kept(m, &inner[OLD], i, old[i]))
      continue;
    VdTerm was = mate->x[i];
    mate->x[i] = VD_TERM_NONE;  // not by itself
    VdTerm t = express_z(m, mate, &inner[OLD], l->arg[i], &fuel);
    VdValue v;
    mate->x[i] = vd_term_is_none(t) || vd_term_value(tm, t, &v) ? was : t;
  }
  vd_vec_done(&inner[OLD]);
  vd_vec_done(&inner[NEW]);
  return any;
}

// Is what the new loop hands on as j what the old one hands on, by E?
static bool is_handed_on(Mates *m, const Mate *mate, const VdTermVec *inner,
                         uint32_t j) {
  for (uint32_t c = 0; c < inner[OLD].len; c++) {
    VdTerm *next = args_of_call(m, inner[OLD].at[c]);
    VdTerm want = vd_mate_put_args(m, mate, next, mate->e[j]);
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
VdTerm vd_mate_find_pre(Mates *m, const Mate *mate) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdTermVec inner = {0};
  VdTerm pre = vd_mk_bool(tm, true);
  vd_mate_inner_calls(m, l, mate->in, &inner);
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
  if (!vd_summary_calls(l->sums, l->func, m->arena, &calls))
    return vd_mk_bool(m->tm, true);
  for (uint32_t i = 0; i < calls.len; i++)
    if (calls.at[i].func == l->func)
      when = vd_mk_or(m->tm, when, calls.at[i].when);
  vd_vec_done(&calls);
  return vd_mate_with_params(m, l->f, mate->in, when);
}

// Whether something holds of x where the old loop is defined and goes on.
static bool prove(Mates *m, const Mate *mate, VdTerm t) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdSearch s = vd_mate_search(m);
  s.goal.halt[OLD] = s.goal.halt[NEW] = vd_mk_bool(tm, false);
  s.goal.defined[OLD] = vd_mk_bool(tm, true);
  s.goal.defined[NEW] = t;
  if (l->f->may_be_undefined)
    s.goal.defined[OLD] = vd_summary_open(
        l->sums, call_of(tm, l, vd_summary_defined_index(l->f), mate->in));
  s.goal.defined[OLD] = vd_mk_and(tm, s.goal.defined[OLD], goes_on(m, mate));
  s.goal.defined[OLD] = vd_mk_and(tm, s.goal.defined[OLD], mate->pre);
  vd_goal_hide(s.job, &s.goal);
  bool ok = vd_paths(&s, vd_limit->mates_guard_work);
  vd_search_done(&s);
  return ok;
}

bool vd_mate_prove(Mates *m, const Mate *mate, VdTerm t) {
  VdTrail *trail = m->s->job->trail;
  VdAttempt a;
  return vd_trail_begin(trail, &a) &&
         vd_trail_end(trail, &a, prove(m, mate, t));
}

// The same where the old loop is defined: the values need not be one term.
static bool is_shown_handed_on(Mates *m, const Mate *mate,
                               const VdTermVec *inner, uint32_t j) {
  if (inner[OLD].len != 1 || inner[NEW].len != 1) return false;
  VdTerm *next = args_of_call(m, inner[OLD].at[0]);
  VdTerm want = vd_mate_put_args(m, mate, next, mate->e[j]);
  VdTerm got = vd_term_arg(m->tm, inner[NEW].at[0], j);
  return vd_mate_prove(m, mate, vd_mk_eq(m->tm, want, got));
}

// Where a way does not go with what the loops hand on, the next one is tried.
bool vd_mate_choose_e(Mates *m, Mate *mate) {
  uint32_t n = mate->loop[NEW].f->params;
  Ways *w = VD_NEW_ARRAY(m->arena, Ways, n + 1);
  VdTermVec inner[2] = {{0}, {0}};
  for (uint32_t j = 0; j < n; j++) {
    find_ways(m, mate, j, &w[j]);
    if (vd_term_is_none(mate->z[j])) find_odd_ways(m, mate, j, &w[j]);
    if (!w[j].len) return false;
    mate->e[j] = w[j].at[0];
  }
  vd_mate_inner_calls(m, &mate->loop[OLD], mate->in, &inner[OLD]);
  bool changed = true;
  for (uint32_t round = 0; changed && round < vd_limit->mates_rounds; round++) {
    changed = false;
    inner[NEW].len = 0;
    vd_mate_inner_calls(m, &mate->loop[NEW], mate->e, &inner[NEW]);
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
