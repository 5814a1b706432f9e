// Private to src/verdict: what readers of verdicts share. Errors stick: a
// reader that meets what it does not expect is not ok, gives empty values, and
// the whole verdict is refused at the end.
#ifndef VD_VERDICT_READ_JSON_H
#define VD_VERDICT_READ_JSON_H

#include <jansson.h>

#include "base/base.h"

typedef struct VdJsonReader {
  VdArena *arena;  // of texts
  bool ok;
} VdJsonReader;

const char *vd_read_string(VdJsonReader *r, const json_t *value);
const char *vd_read_text(VdJsonReader *r, const json_t *in, const char *key);
uint32_t vd_read_number(VdJsonReader *r, const json_t *in, const char *key);
double vd_read_double(VdJsonReader *r, const json_t *in, const char *key);
bool vd_read_bool(VdJsonReader *r, const json_t *in, const char *key);
// The array at key and its length, which may be NULL; NULL and not ok if there
// is none.
const json_t *vd_read_array(VdJsonReader *r, const json_t *in, const char *key,
                            uint32_t *n);

#endif
