// Calls of the old loop replaced by calls of its mate (mates.c), where their
// arguments are an instance of what was proved of the two loops.
#include "base/limit.h"
#include "pair/loop/mates.h"

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

VdTerm vd_mate_without_dead(Mates *m, const Mate *mate, VdTerm mem) {
  Dead dead = {m->tm, mate};
  return mate->slots ? vd_mem_strip(m->tm, mem, is_dead, &dead) : mem;
}

// What was in dead local i, in memory k. If nothing leads to a dead local, this
// does not either.
VdTerm vd_mate_word(Mates *m, const Mate *mate, uint32_t k, uint32_t i) {
  VdSort sort = vd_sort_bv((uint32_t)(8 * slot_size(m->tm, mate->x[i])));
  const uint32_t key[] = {k, i};
  return vd_mk_var_of(m->tm,
                      mate->unseen ? VD_VAR_GIVEN_WORD : VD_VAR_MATE_WORD, key,
                      sizeof key, sort);
}

// From the claim's variables to what they are for a call.
static void map_args(Mates *m, const Mate *mate, const VdTerm *arg,
                     VdMap *map) {
  VdTerms *tm = m->tm;
  const VdFunc *f = mate->loop[OLD].f;
  for (uint32_t j = 0; j < mate->loop[NEW].f->params && m->outside; j++)
    if (!vd_term_is_none(mate->z[j]))
      *vd_map_put(map, mate->z[j].id) = mate->loop[NEW].arg[j].id;
  for (uint32_t k = 0; k < f->params; k++) {
    if (!is_var(tm, mate->x[k])) continue;
    bool mem = is_mem(tm, arg[k]);
    *vd_map_put(map, mate->x[k].id) =
        mem ? vd_mate_without_dead(m, mate, arg[k]).id : arg[k].id;
    for (uint32_t i = 0; i < f->params && mem; i++)
      if (mate->dead[i])
        *vd_map_put(map, vd_mate_word(m, mate, k, i).id) =
            vd_mk_load(tm, arg[k], mate->x[i],
                       (uint32_t)slot_size(tm, mate->x[i]))
                .id;
  }
}

VdTerm vd_mate_put_args(Mates *m, const Mate *mate, const VdTerm *arg,
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
    const uint32_t key[] = {call_of(tm, from, 0, arg).id, i};
    VdSort sort = vd_sort_bv((uint32_t)(8 * slot_size(tm, mate->x[i])));
    VdTerm word =
        mate->left[i]
            ? call_of(tm, &mate->loop[NEW], mate->left[i] - 1, y)
            : vd_mk_var_of(tm, VD_VAR_MATE_LEFT, key, sizeof key, sort);
    mem = vd_mk_store(tm, mem, mate->x[i], word);
  }
  return mem;
}

// A result of the old loop, given the new loop's one.
VdTerm vd_mate_decoded(VdTerms *tm, const Mate *mate, uint32_t result,
                       VdTerm t) {
  VdTerm code = mate->code[result];
  if (vd_term_is_none(code) || vd_term_is_none(t)) return t;
  VdMap map = {0};
  *vd_map_put(&map, one_result(tm, vd_term_sort(tm, t)).id) = t.id;
  code = vd_term_subst(tm, code, &map);
  vd_map_done(&map);
  return code;
}

VdTerm vd_mate_with_params(Mates *m, const VdFunc *f, const VdTerm *to,
                           VdTerm t) {
  VdMap map = {0};
  if (vd_term_is_none(t)) return t;
  for (uint32_t i = 0; i < f->params; i++)
    *vd_map_put(&map, vd_summary_param(m->tm, f, i).id) = to[i].id;
  t = vd_term_subst(m->tm, t, &map);
  vd_map_done(&map);
  return t;
}

// What the old loop needs to be defined, up to where it goes round: the new one
// may have had it shown before. What it gives after that may be anything.
static VdTerm needed_at_once(Mates *m, const Mate *mate, const VdTerm *arg) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[OLD];
  VdTermVec nodes = {0};
  VdMap map = {0};
  VdTerm all = vd_mk_bool(tm, true);
  VdTerm needs = vd_summary_open(
      l->sums, call_of(tm, l, vd_summary_defined_index(l->f), arg));
  if (vd_term_is_none(needs)) return all;
  vd_terms_reach(tm, &needs, 1, &nodes);
  bool fits = nodes.len <= vd_limit->mates_once;
  for (uint32_t i = 0; i < nodes.len && fits; i++) {
    VdTerm t = nodes.at[i];
    if (!is_call_of(tm, t, l)) continue;
    *vd_map_put(&map, t.id) =
        vd_mk_var(tm, VD_VAR_MATE_INNER, t.id, vd_term_sort(tm, t), "").id;
  }
  if (fits) all = vd_term_subst(tm, needs, &map);
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return all;
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
    t = vd_mate_put_args(m, mate, arg, mate->is[result]);
  else if (!defined)
    t = vd_mate_decoded(tm, mate, result,
                        call_of(tm, to, mate->rho[result] - 1, y));
  else if (to->f->may_be_undefined)
    t = call_of(tm, to, vd_summary_defined_index(to->f), y);
  else
    t = vd_mk_bool(tm, true);
  for (uint32_t k = 0; k < to->f->results && defined; k++)
    if (mate->off[k])
      t = vd_mk_and(tm, t, vd_mk_not(tm, call_of(tm, to, k, y)));
  if (defined) t = vd_mk_and(tm, t, needed_at_once(m, mate, arg));
  if (mate->slots && is_mem(tm, t)) t = with_slots(m, mate, arg, y, t);
  vd_free(y);
  if (vd_term_is_none(t) || vd_term_is_none(mate->guard)) return t;
  VdTerm at_once = vd_summary_open(from->sums, call_of(tm, from, result, arg));
  return vd_mk_ite(tm, vd_mate_put_args(m, mate, arg, mate->guard), t, at_once);
}

// Does nothing of this lead to a dead local, but the arguments that are one?
bool vd_mate_is_unseen(Mates *m, const Mate *mate, const VdTerm *arg) {
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
bool vd_mate_is_instance(Mates *m, const Mate *mate, const VdTerm *arg,
                         bool inside) {
  VdTerms *tm = m->tm;
  if (mate->unseen && !vd_mate_is_unseen(m, mate, arg)) return false;
  for (uint32_t i = 0; i < mate->loop[OLD].f->params; i++) {
    VdTerm x = mate->x[i];
    if (!is_var(tm, x) &&
        !vd_term_eq(vd_mate_put_args(m, mate, arg, x), arg[i]))
      return false;
    if (mate->slots && !mate->unseen && is_pointer(tm, x) && is_var(tm, x) &&
        vd_term_var_class(tm, x) == VD_VAR_IS_GIVEN && !is_given(m, arg[i]))
      return false;
  }
  return inside ||
         vd_term_is_true(tm, vd_mate_put_args(m, mate, arg, mate->pre));
}

// One number for all results of a call.
static uint64_t call_id(Mates *m, VdTerm app) {
  return vd_term_with_result(m->tm, app, 0).id;
}

void vd_mate_note_calls(Mates *m, const VdTermVec *nodes, VdMap *out) {
  for (uint32_t i = 0; i < nodes->len; i++)
    if (vd_open_is_call(m->tm, nodes->at[i]))
      *vd_map_put(out, call_id(m, nodes->at[i])) = 1;
}

// Are the calls of the new loop in a term made by the new version?
static bool is_there(Mates *m, const Mate *mate, VdTerm t) {
  VdTermVec nodes = {0};
  bool all = true;
  if (!m->there) return true;
  vd_terms_reach(m->tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len && all; i++)
    all = !is_call_of(m->tm, nodes.at[i], &mate->loop[NEW]) ||
          vd_map_get(m->there, call_id(m, nodes.at[i]));
  vd_vec_done(&nodes);
  return all;
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
    if (!vd_mate_is_instance(m, mate, arg, inside)) continue;
    VdTerm to = instead(m, mate, arg, vd_term_result(m->tm, t));
    if (!vd_term_is_none(to) && is_there(m, mate, to))
      *vd_map_put(map, t.id) = to.id;
  }
  vd_vec_done(&nodes);
}

// The constants that a result of the new loop can be, whatever it is handed;
// false if it can be something else. A call of itself is one of them again,
// where that ends.
bool vd_mate_codes(Mates *m, const Loop *l, uint32_t k, VdTermVec *out) {
  VdTerms *tm = m->tm;
  VdTermVec work = {0};
  VdMap seen = {0};
  bool only = true;
  VdTerm *arg = VD_NEW_ARRAY(m->arena, VdTerm, l->f->params + 1);
  for (uint32_t j = 0; j < l->f->params; j++)
    arg[j] = vd_summary_param(tm, l->f, j);
  VdTerm t = vd_summary_open(l->sums, call_of(tm, l, k, arg));
  if (!vd_term_is_none(t)) vd_push(&work, t);
  while (work.len && only) {
    t = vd_pop(&work);
    if ((*vd_map_put(&seen, t.id))++) continue;
    if (vd_term_op(tm, t) == VD_OP_ITE) {
      for (uint32_t i = 1; i < 3; i++) vd_push(&work, vd_term_arg(tm, t, i));
    } else if (vd_term_op(tm, t) == VD_OP_CONST &&
               out->len < vd_limit->mates_codes) {
      vd_push(out, t);
    } else {
      only = is_call_of(tm, t, l) && vd_term_result(tm, t) == k;
    }
  }
  vd_vec_done(&work);
  vd_map_done(&seen);
  return only && out->len > 1;
}

// Says of such results of the new loop that they are nothing else.
static void say_codes(Mates *m, const Mate *mate, VdGoal *goal) {
  VdTerms *tm = m->tm;
  const Loop *l = &mate->loop[NEW];
  for (uint32_t r = 0; r < mate->loop[OLD].f->results; r++) {
    VdTermVec codes = {0}, roots = {0}, nodes = {0};
    VdMap map = {0};
    if (vd_term_is_none(mate->code[r]) ||
        !vd_mate_codes(m, l, mate->rho[r] - 1, &codes))
      continue;
    for (int k = 0; k < 2; k++) vd_goal_terms(goal, k, &roots);
    vd_terms_reach(tm, roots.at, roots.len, &nodes);
    for (uint32_t i = 0; i < nodes.len; i++) {
      VdTerm t = nodes.at[i], is = codes.at[0];
      if (!is_call_of(tm, t, l) || vd_term_result(tm, t) != mate->rho[r] - 1)
        continue;
      for (uint32_t c = 1; c < codes.len; c++)
        is = vd_mk_ite(tm, vd_mk_eq(tm, t, codes.at[c]), codes.at[c], is);
      *vd_map_put(&map, t.id) = is.id;
    }
    for (int k = 0; k < 2; k++) vd_goal_subst(tm, goal, k, &map);
    vd_vec_done(&codes);
    vd_vec_done(&roots);
    vd_vec_done(&nodes);
    vd_map_done(&map);
  }
}

uint32_t vd_mate_put(Mates *m, const Mate *mate, bool inside, VdGoal *goal) {
  VdMap map = {0};
  VdTermVec roots = {0};
  vd_goal_terms(goal, OLD, &roots);
  m->outside = !inside;
  replace_calls(m, mate, roots.at, roots.len, inside, &map);
  m->outside = false;
  vd_goal_subst(m->tm, goal, OLD, &map);
  if (!inside) say_codes(m, mate, goal);
  uint32_t n = map.len;
  vd_vec_done(&roots);
  vd_map_done(&map);
  return n;
}
