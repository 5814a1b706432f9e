// What checkers of a pair find: steps, notes, and all verdicts but `same`.
#include "pair/pair.h"

void vd_job_step(VdJob *job, const char *checker, double since, const char *fmt,
                 ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  vd_verdict_step(job->arena, job->verdict, checker, vd_now() - since, "%s",
                  vd_buf_text(&text));
  vd_buf_done(&text);
}

void vd_job_note(VdJob *job, VdNoteKind kind, const char *fmt, ...) {
  VdBuf text = {0};
  va_list args;
  va_start(args, fmt);
  vd_buf_vprintf(&text, fmt, args);
  va_end(args);
  vd_verdict_note(job->arena, job->verdict, kind, "%s", vd_buf_text(&text));
  vd_buf_done(&text);
}

void vd_job_proved(VdJob *job, const char *checker) {
  job->proved = checker;
}

void vd_job_bounded(VdJob *job, const char *checker, uint32_t bound) {
  vd_job_assume(job, VD_TERMINATES_UNKNOWN);
  vd_verdict_bounded(job->arena, job->verdict, job->sides.tm, checker, bound);
}

void vd_job_different(VdJob *job, const char *checker, VdCase *input) {
  vd_verdict_different(job->verdict, checker, vd_evidence_input(input));
}

void vd_job_undecided(VdJob *job, VdReason reason, ...) {
  va_list args;
  va_start(args, reason);
  vd_verdict_vundecided(job->arena, job->verdict, reason, args);
  va_end(args);
}

void vd_job_unseen(VdJob *job) {
  vd_verdict_unconfirmed(job->arena, job->verdict, VD_REASON_UNSEEN,
                         vd_evidence_input(job->unseen));
}

void vd_job_refused(VdJob *job) {
  VdReason why = job->refused ? job->refused : VD_REASON_REFUSED;
  if (job->unfit)
    vd_verdict_unconfirmed(job->arena, job->verdict, why,
                           vd_evidence_input(job->unfit));
  else
    vd_job_undecided(job, why);
}

void vd_job_contradicted(VdJob *job) {
  vd_verdict_unconfirmed(job->arena, job->verdict, VD_REASON_CONTRADICTED,
                         vd_evidence_input(job->contradicted));
}

bool vd_job_decided(const VdJob *job) {
  return vd_verdict_is_definite(job->verdict->kind);
}

static void note_float(void *context, uint32_t func, const VdInst *inst) {
  (void)func;
  if (inst->kind == VD_INST_OP && (vd_op_info[inst->op].flags & VD_OP_F))
    *(bool *)context = true;
}

bool vd_job_has_floats(const VdJob *job) {
  bool floats = false;
  for (int k = 0; k < 2; k++)
    vd_ir_each(job->sides.module[k], job->sides.func[k], note_float, &floats);
  return floats;
}
