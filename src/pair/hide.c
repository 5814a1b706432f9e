// Calls do not see locals whose address nobody has.
//
// At -O0 a variable whose address is passed lies in memory; a compiler that has
// inlined the callee keeps it in a register. In between something else is
// called, and is handed a memory with the variable in one version, and without
// it in the other.
//
// Theorem: let a call's arguments, with all that was written and called before,
// have the address of a local in them only as the place of a load, store, fill
// or copy. Then no pointer to the local is in what the callee is handed:
// neither an argument nor memory nor an earlier callee has got one, and what
// memory held at the start does not point to a local of the call
// (doc/semantics-c.md). So the callee's results do not hang on what is in the
// local, and the memory that it leaves has in the local what was there before.
//
// So such a call is made with a memory without the local, and what is in the
// local is written to the memory that it leaves. A variable that a checker made
// may point anywhere: where there is one, nothing is hidden.
//
// Nor does a pointer lead to a local if its address is nowhere in what the
// pointer was computed from: a load by it is one from a memory without the
// local.
#include "base/limit.h"
#include "pair/pair.h"

#define ANY (UINT64_C(1) << 62)  // there is something that may point anywhere

typedef struct Hide {
  VdTerms *tm;
  VdTermVec slot;  // addresses
  VdMap number;    // of a slot's address, + 1
  VdMap out;  // of a term: the locals whose addresses got out in it, * 2 + 1
  VdMap to;   // of a term: what it becomes
  VdTermVec work;
} Hide;

static void find_slots(Hide *h, const VdTermVec *nodes) {
  for (uint32_t i = 0; i < nodes->len; i++) {
    VdTerm t = nodes->at[i];
    if (vd_term_op(h->tm, t) != VD_OP_ADDR ||
        h->slot.len == vd_limit->hide_slots)
      continue;
    const VdObject *object = vd_object_get(h->tm, vd_term_object(h->tm, t));
    if (object->kind != VD_OBJECT_SLOT || !object->size ||
        object->size > vd_limit->hide_word)
      continue;
    vd_push(&h->slot, t);
    *vd_map_put(&h->number, t.id) = h->slot.len;
  }
}

static uint64_t bit_of(const Hide *h, VdTerm addr) {
  const uint64_t *n = vd_map_get(&h->number, addr.id);
  return n ? UINT64_C(1) << (*n - 1) : 0;
}

// An address, or such a sum.
static uint64_t points_to(Hide *h, VdTerm t) {
  VdOp op = vd_term_op(h->tm, t);
  if (op == VD_OP_ADDR) return bit_of(h, t);
  if (op != VD_OP_PTRADD && op != VD_OP_BVADD) return 0;
  return bit_of(h, vd_term_place(h->tm, t).base);
}

static bool is_place(VdOp op, uint32_t i) {
  if (op == VD_OP_COPY) return i == 1 || i == 3;
  return i == 1 && (op == VD_OP_LOAD || op == VD_OP_STORE || op == VD_OP_FILL);
}

// A sum that points to a local passes it on to whoever uses the sum; every
// other use than as a place lets the address out. Of the arguments it is known.
static uint64_t out_here(Hide *h, VdTerm t) {
  VdTerms *tm = h->tm;
  VdOp op = vd_term_op(tm, t);
  uint64_t out = 0, mine = points_to(h, t);
  if (vd_term_var_class(tm, t) == VD_VAR_IS_MADE) out = ANY;
  for (uint32_t i = 0; i < vd_term_args(tm, t); i++) {
    VdTerm a = vd_term_arg(tm, t, i);
    out |= *vd_map_get(&h->out, a.id) >> 1;
    if (!is_place(op, i)) out |= points_to(h, a) & ~mine;
  }
  return out;
}

static uint64_t out_of(Hide *h, VdTerm root) {
  vd_push(&h->work, root);
  while (h->work.len) {
    VdTerm t = h->work.at[h->work.len - 1];
    bool ready = true;
    if (vd_map_get(&h->out, t.id)) {
      h->work.len--;
      continue;
    }
    for (uint32_t i = 0; i < vd_term_args(h->tm, t); i++) {
      VdTerm a = vd_term_arg(h->tm, t, i);
      if (vd_map_get(&h->out, a.id)) continue;
      ready = false;
      vd_push(&h->work, a);
    }
    if (!ready) continue;
    h->work.len--;
    uint64_t out = out_here(h, t);
    *vd_map_put(&h->out, t.id) = out << 1 | 1;
  }
  return *vd_map_get(&h->out, root.id) >> 1;
}

// What gets out by handing this to somebody.
static uint64_t handed_out(Hide *h, const VdTerm *arg, uint32_t n) {
  uint64_t out = 0;
  for (uint32_t i = 0; i < n; i++)
    out |= out_of(h, arg[i]) | points_to(h, arg[i]);
  return out;
}

typedef struct Drop {
  const Hide *h;
  uint64_t hidden;    // to be dropped
  uint64_t *dropped;  // and was there
} Drop;

static bool is_hidden(const void *context, const VdObject *object) {
  const Drop *d = context;
  for (uint32_t i = 0; i < d->h->slot.len; i++) {
    uint32_t id = vd_term_object(d->h->tm, d->h->slot.at[i]);
    if (vd_object_get(d->h->tm, id) != object) continue;
    *d->dropped |= d->hidden & UINT64_C(1) << i;
    return d->hidden >> i & 1;
  }
  return false;
}

static bool is_mem(const VdTerms *tm, VdTerm t) {
  return vd_sort_is_mem(vd_term_sort(tm, t));
}

// The memory that a call leaves, with what was in the locals that were taken
// away from it.
static VdTerm with_hidden(Hide *h, uint64_t dropped, VdTerm before,
                          VdTerm mem) {
  VdTerms *tm = h->tm;
  for (uint32_t i = 0; i < h->slot.len; i++) {
    VdTerm at = h->slot.at[i];
    if (!(dropped >> i & 1)) continue;
    const VdObject *object = vd_object_get(tm, vd_term_object(tm, at));
    VdTerm word = vd_mk_load(tm, before, at, (uint32_t)object->size);
    mem = vd_mk_store(tm, mem, at, word);
  }
  return mem;
}

// Takes all locals from a call's memory that do not get out by what is left
// then; which ones.
static uint64_t take_away(Hide *h, VdTerm *arg, uint32_t n, uint32_t mem) {
  VdTerm before = arg[mem];
  uint64_t hidden = ANY - 1, dropped = 0;
  while (hidden) {
    dropped = 0;
    Drop drop = {h, hidden, &dropped};
    arg[mem] = vd_mem_strip(h->tm, before, is_hidden, &drop);
    uint64_t out = handed_out(h, arg, n);
    if (out & ANY) break;
    if (!(out & hidden)) return dropped;
    hidden &= ~out;
  }
  arg[mem] = before;
  return 0;
}

// What is in memory for a pointer that cannot lead to some locals.
static VdTerm seen_by(Hide *h, VdTerm mem, VdTerm addr) {
  uint64_t out = handed_out(h, &addr, 1), dropped = 0;
  Drop drop = {h, (ANY - 1) & ~out, &dropped};
  return out & ANY ? mem : vd_mem_strip(h->tm, mem, is_hidden, &drop);
}

static VdTerm rebuilt(Hide *h, VdTerm t) {
  VdTerms *tm = h->tm;
  uint32_t n = vd_term_args(tm, t), mems = 0, mem = 0;
  bool changed = false, app = vd_term_op(tm, t) == VD_OP_APP;
  VdTerm *arg = vd_alloc(vd_mul(n + 1, sizeof *arg)), to = t, before;
  for (uint32_t i = 0; i < n; i++) {
    VdTerm old = vd_term_arg(tm, t, i);
    arg[i] = vd_term_mapped(old, &h->to);
    changed |= !vd_term_eq(arg[i], old);
    if (is_mem(tm, old)) mem = i, mems++;
  }
  if (vd_term_op(tm, t) == VD_OP_LOAD) {
    VdTerm seen = seen_by(h, arg[0], arg[1]);
    changed |= !vd_term_eq(seen, arg[0]);
    arg[0] = seen;
  }
  before = n ? arg[mem] : t;
  uint64_t dropped = app && mems == 1 ? take_away(h, arg, n, mem) : 0;
  if (changed || dropped) to = vd_term_with_args(tm, t, arg);
  if (dropped && is_mem(tm, to)) to = with_hidden(h, dropped, before, to);
  vd_free(arg);
  return to;
}

static void hide_done(Hide *h) {
  vd_vec_done(&h->slot);
  vd_vec_done(&h->work);
  vd_map_done(&h->number);
  vd_map_done(&h->out);
  vd_map_done(&h->to);
}

void vd_hide_terms(VdTerms *tm, VdTermVec *terms) {
  Hide h = {.tm = tm};
  VdTermVec nodes = {0};
  vd_terms_reach(tm, terms->at, terms->len, &nodes);
  find_slots(&h, &nodes);
  for (uint32_t i = 0; i < nodes.len && h.slot.len; i++) {
    VdTerm to = rebuilt(&h, nodes.at[i]);
    if (!vd_term_eq(to, nodes.at[i]))
      *vd_map_put(&h.to, nodes.at[i].id) = to.id;
  }
  for (uint32_t i = 0; i < terms->len; i++)
    terms->at[i] = vd_term_mapped(terms->at[i], &h.to);
  vd_vec_done(&nodes);
  hide_done(&h);
}

void vd_goal_hide(const VdJob *job, VdGoal *goal) {
  for (int k = 0; k < 2; k++) {
    VdTermVec terms = {0};
    vd_goal_terms(goal, k, &terms);
    vd_hide_terms(job->sides.tm, &terms);
    vd_goal_set_terms(goal, k, &terms);
    vd_vec_done(&terms);
  }
}

bool vd_is_unseen(VdTerms *tm, const VdTerm *arg, uint32_t n, VdTerm slot) {
  Hide h = {.tm = tm};
  vd_push(&h.slot, slot);
  *vd_map_put(&h.number, slot.id) = 1;
  bool unseen = !handed_out(&h, arg, n);
  hide_done(&h);
  return unseen;
}
