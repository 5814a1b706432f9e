// Limits, which all stand in limit.def. They are read as vd_limit->name, and
// are the same in a process and in the workers that it starts later.
#ifndef VD_LIMIT_H
#define VD_LIMIT_H

#include <stdint.h>

typedef struct VdLimitTable {
#define VD_LIMIT(name, n, what) uint32_t name;
#define VD_SHARE(name, part, what) double name;
#define VD_WORK(name, units, what) double name;
#define VD_TIME(name, seconds, what) double name;
#include "base/limit.def"
#undef VD_LIMIT
#undef VD_SHARE
#undef VD_WORK
#undef VD_TIME
} VdLimitTable;

extern VdLimitTable vd_limit_table;  // written by vd_limit_set only
static const VdLimitTable *const vd_limit = &vd_limit_table;

// What limit.def says: for sizes of arrays, as limits are only lowered.
enum {
#define VD_LIMIT(name, n, what) VD_MOST_##name = n,
#define VD_SHARE(name, part, what)
#define VD_WORK(name, units, what)
#define VD_TIME(name, seconds, what)
#include "base/limit.def"
#undef VD_LIMIT
#undef VD_SHARE
#undef VD_WORK
#undef VD_TIME
};

// Lowers one, to test what is behind it. NULL, or why not: there is no such
// limit, or it must be more than 0 and at most what limit.def says.
const char *vd_limit_set(const char *name, double value);
void vd_limit_reset(void);

#endif
