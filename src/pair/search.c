// A pair while solvers are asked about it: what a search has made and learned
// so far. ask.c asks its questions, refine.c and reals.c decide which; why an
// answer over unknown functions is one is in doc/refinement.md.
#include "pair/search.h"

void vd_search_done(VdSearch *s) {
  vd_goal_done(&s->goal);
  vd_map_done(&s->exact);
  vd_vec_done(&s->abstract);
  vd_vec_done(&s->wrong);
}
