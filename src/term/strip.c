// Memory without what was written to some objects.
#include "base/limit.h"
#include "term/terms_impl.h"

typedef struct Strip {
  VdTerms *tm;
  bool (*drop)(const void *context, const VdObject *object);
  const void *context;
  VdMap done;  // of an ite: what became of it
} Strip;

static bool is_write(const VdTerms *tm, VdTerm t) {
  VdOp op = op_of(tm, t);
  return op == VD_OP_STORE || op == VD_OP_FILL || op == VD_OP_COPY;
}

static bool is_dropped(const Strip *s, VdTerm write) {
  VdTerm base = vd_term_place(s->tm, arg_of(s->tm, write, 1)).base;
  return is_op(s->tm, base, VD_OP_ADDR) &&
         s->drop(s->context, vd_object_get(s->tm, vd_term_object(s->tm, base)));
}

static VdTerm strip(Strip *s, VdTerm mem, uint32_t depth);

static VdTerm strip_ite(Strip *s, VdTerm ite, uint32_t depth) {
  const uint64_t *done = vd_map_get(&s->done, ite.id);
  if (done) return (VdTerm){(uint32_t)*done};
  VdTerm a = strip(s, arg_of(s->tm, ite, 1), depth + 1);
  VdTerm b = strip(s, arg_of(s->tm, ite, 2), depth + 1), t = ite;
  if (!same(a, arg_of(s->tm, ite, 1)) || !same(b, arg_of(s->tm, ite, 2)))
    t = vd_mk_ite(s->tm, arg_of(s->tm, ite, 0), a, b);
  *vd_map_put(&s->done, ite.id) = t.id;
  return t;
}

// A write with another memory below it. What a copy reads stays as it was.
static VdTerm write_on(VdTerms *tm, VdTerm write, VdTerm mem) {
  VdTerm args[5] = {mem};
  uint32_t n = args_of(tm, write);
  for (uint32_t i = 1; i < n; i++) args[i] = arg_of(tm, write, i);
  return vd_mk(tm, op_of(tm, write), 0, args, n);
}

static VdTerm strip(Strip *s, VdTerm mem, uint32_t depth) {
  VD_VEC(VdTerm) kept = {0};
  VdTerm t = mem;
  bool changed = false;
  for (; is_write(s->tm, t); t = arg_of(s->tm, t, 0)) {
    if (is_dropped(s, t))
      changed = true;
    else
      vd_push(&kept, t);
  }
  if (is_op(s->tm, t, VD_OP_ITE) && depth < vd_limit->strip_ites) {
    VdTerm below = strip_ite(s, t, depth);
    changed |= !same(below, t);
    t = below;
  }
  while (kept.len && changed) t = write_on(s->tm, vd_pop(&kept), t);
  vd_vec_done(&kept);
  return changed ? t : mem;
}

VdTerm vd_mem_strip(VdTerms *tm, VdTerm mem,
                    bool (*drop)(const void *context, const VdObject *object),
                    const void *context) {
  Strip s = {.tm = tm, .drop = drop, .context = context};
  VdTerm t = strip(&s, mem, 0);
  vd_map_done(&s.done);
  return t;
}
