// What a proof of a pair of functions comes to: whether both versions end, what
// it rests on, and the verdict.
#include "function/order.h"

void vd_job_same(VdJob *job, const char *checker) {
  // A run showed what no term has a condition for.
  if (job->unseen && job->unseen->new_outcome.fault) {
    vd_job_unseen(job);
    return;
  }
  if (vd_may_run_forever(job, OLD) || vd_may_run_forever(job, NEW))
    vd_check_termination(job);
  else
    job->terminates = VD_TERMINATES_ALWAYS;
  job->verdict->exact = job->with_heap;
  vd_job_assume(job, job->terminates);
  vd_verdict_same(job->verdict, job->sides.tm, checker, job->terminates);
}
