// A pair while solvers are asked about it.
#include "pair/search.h"

void vd_search_done(VdSearch *s) {
  vd_goal_done(&s->goal);
  vd_map_done(&s->exact);
  vd_vec_done(&s->abstract);
  vd_vec_done(&s->wrong);
}
