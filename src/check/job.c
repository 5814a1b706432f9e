// Verdicts of a pair: the only place that makes `same` and `different`.
#include "check/check_impl.h"

void vd_job_step(VdJob *job, const char *checker, double since, const char *fmt,
                 ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  VdStep step = {checker, vd_arena_str(job->arena, vd_buf_text(&text)),
                 vd_now() - since};
  vd_push(&job->verdict->step, step);
  vd_buf_done(&text);
}

void vd_verdict_assume(VdArena *arena, VdVerdict *verdict, const char *text) {
  for (uint32_t i = 0; i < verdict->assumption.len; i++)
    if (!strcmp(verdict->assumption.at[i], text)) return;
  vd_push(&verdict->assumption, vd_arena_str(arena, text));
}

// What the functions reachable from a function make a verdict rest on.
typedef struct Needs {
  bool loops, externals, pointers, bits;
} Needs;

static bool is_loop_call(const VdModule *m, uint32_t from, uint32_t to) {
  return from == to || m->func.at[to]->loop;
}

static void need_inst(const VdModule *m, uint32_t f, const VdInst *inst,
                      Needs *needs) {
  if (inst->kind == VD_INST_CALLPTR) needs->pointers = true;
  if (inst->kind == VD_INST_OP &&
      (inst->op == VD_OP_FTOB || inst->op == VD_OP_BTOF))
    needs->bits = true;
  if (inst->kind != VD_INST_CALL) return;
  VdFuncKind kind = m->func.at[inst->index]->kind;
  needs->externals |= kind == VD_FUNC_IMPURE || kind == VD_FUNC_PURE;
  needs->loops |= is_loop_call(m, f, inst->index);
}

static Needs needs_of(const VdModule *m, uint32_t root) {
  uint8_t *seen = vd_alloc(m->func.len + 1);
  VD_VEC(uint32_t) work = {0};
  Needs needs = {0};
  vd_push(&work, root);
  while (work.len) {
    uint32_t f = vd_pop(&work);
    if (seen[f]) continue;
    seen[f] = 1;
    for (uint32_t b = 0; b < m->func.at[f]->block.len; b++) {
      const VdBlock *block = &m->func.at[f]->block.at[b];
      for (uint32_t i = 0; i < block->inst.len; i++) {
        need_inst(m, f, &block->inst.at[i], &needs);
        if (block->inst.at[i].kind == VD_INST_CALL)
          vd_push(&work, block->inst.at[i].index);
      }
    }
  }
  vd_vec_done(&work);
  vd_free(seen);
  return needs;
}

static void assume_all(VdJob *job) {
  static const char *const text[] = {
      "both versions terminate",
      "external functions behave the same in both versions",
      "functions called through pointers behave the same in both versions",
      "all NaNs are one value: their bits are not compared"};
  for (int k = 0; k < 2; k++) {
    Needs n = needs_of(job->module[k], job->func[k]);
    const bool need[] = {n.loops || job->recursive[k][job->func[k]],
                         n.externals, n.pointers, n.bits};
    for (size_t i = 0; i < VD_COUNT(text); i++)
      if (need[i]) vd_verdict_assume(job->arena, job->verdict, text[i]);
  }
  if (job->options->reals)
    vd_verdict_assume(job->arena, job->verdict,
                      "floats are real numbers: over the reals");
}

void vd_job_same(VdJob *job, const char *checker) {
  VdVerdict *v = job->verdict;
  VD_CHECK(!vd_terms_error(job->tm));
  v->kind = VD_SAME;
  v->checker = checker;
  v->why = "";
  v->exact = job->with_heap;
  assume_all(job);
}

void vd_job_bounded(VdJob *job, const char *checker, uint32_t bound) {
  VdVerdict *v = job->verdict;
  VD_CHECK(!vd_terms_error(job->tm));
  v->kind = VD_SAME_BOUNDED;
  v->checker = checker;
  v->bound = bound;
  v->why = vd_arena_printf(
      job->arena, "no difference where loops run at most %u times", bound);
  assume_all(job);
}

void vd_job_different(VdJob *job, const char *checker, VdCase *cex) {
  VdVerdict *v = job->verdict;
  v->kind = VD_DIFFERENT;
  v->checker = checker;
  v->why = cex->difference;
  v->cex = cex;
}

void vd_job_undecided(VdJob *job, VdVerdictKind kind, const char *fmt, ...) {
  VdVerdict *v = job->verdict;
  VdBuf text = {0};
  va_list args;
  VD_CHECK(kind != VD_SAME && kind != VD_SAME_BOUNDED && kind != VD_DIFFERENT);
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  v->kind = kind;
  v->why = vd_arena_str(job->arena, vd_buf_text(&text));
  if (!v->checker) v->checker = "";
  vd_buf_done(&text);
}

bool vd_job_decided(const VdJob *job) {
  VdVerdictKind kind = job->verdict->kind;
  return kind == VD_SAME || kind == VD_SAME_BOUNDED || kind == VD_DIFFERENT;
}
