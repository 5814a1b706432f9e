// The default options.
#include "pair/options.h"

#include <sched.h>

// The cores that this process may run on.
static uint32_t core_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int n = CPU_COUNT(&set);
  return n > 0 ? (uint32_t)n : 1;
}

void vd_options_init(VdOptions *options) {
  *options = (VdOptions){
      .timeout = 300,
      .effort = 30,
      .memory = (size_t)4096 << 20,
      .jobs = core_count(),
      .unroll = 8,
  };
}
