// The values of limits, and the one way to change them.
#include "base/limit.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/base.h"

typedef struct Row {
  const char *name;
  size_t offset;
  double most;
  bool whole;
} Row;

static const Row rows[] = {
#define VD_REAL(name, x) {#name, offsetof(VdLimitTable, name), x, false},
#define VD_LIMIT(name, n, what) {#name, offsetof(VdLimitTable, name), n, true},
#define VD_SHARE(name, part, what) VD_REAL(name, part)
#define VD_WORK(name, units, what) VD_REAL(name, units)
#define VD_TIME(name, seconds, what) VD_REAL(name, seconds)
#include "base/limit.def"
#undef VD_LIMIT
#undef VD_SHARE
#undef VD_WORK
#undef VD_TIME
};

static const VdLimitTable given = {
#define VD_LIMIT(name, n, what) .name = n,
#define VD_SHARE(name, part, what) .name = part,
#define VD_WORK(name, units, what) .name = units,
#define VD_TIME(name, seconds, what) .name = seconds,
#include "base/limit.def"
#undef VD_LIMIT
#undef VD_SHARE
#undef VD_WORK
#undef VD_TIME
};

VdLimitTable vd_limit_table = {
#define VD_LIMIT(name, n, what) .name = n,
#define VD_SHARE(name, part, what) .name = part,
#define VD_WORK(name, units, what) .name = units,
#define VD_TIME(name, seconds, what) .name = seconds,
#include "base/limit.def"
#undef VD_LIMIT
#undef VD_SHARE
#undef VD_WORK
#undef VD_TIME
};

const char *vd_limit_set(const char *name, double value) {
  const Row *row = NULL;
  for (size_t i = 0; i < VD_COUNT(rows) && !row; i++)
    if (strcmp(rows[i].name, name) == 0) row = &rows[i];
  if (!row) return "there is no such limit";
  if (!(value > 0 && value <= row->most)) return "it can only be lowered";
  void *at = (char *)&vd_limit_table + row->offset;
  if (!row->whole) {
    *(double *)at = value;
    return NULL;
  }
  if (value < 1 || value != floor(value)) return "it is a whole number";
  *(uint32_t *)at = (uint32_t)value;
  return NULL;
}

void vd_limit_reset(void) {
  vd_limit_table = given;
}
