// What a proof of a pair comes to: whether both versions end, what it rests on,
// and the verdict. The only place that makes `same` of a question about pairs.
#include "drive/order.h"

void vd_job_same(VdJob *job, const char *checker) {
  VdVerdict *v = job->verdict;
  VD_CHECK(!vd_terms_error(job->sides.tm));
  // A run showed what no term has a condition for.
  if (job->unseen && vd_run_is_fault(job->unseen->new_outcome.text)) {
    vd_job_unseen(job);
    return;
  }
  v->checker = checker;
  v->why = "";
  v->exact = job->with_heap;
  if (vd_may_run_forever(job, OLD) || vd_may_run_forever(job, NEW))
    vd_check_termination(job);
  else
    job->terminates = VD_TERMINATES_ALWAYS;
  v->terminates = job->terminates;
  v->kind = v->terminates == VD_TERMINATES_UNKNOWN ? VD_SAME_PARTIAL : VD_SAME;
  vd_job_assume(job);
}
