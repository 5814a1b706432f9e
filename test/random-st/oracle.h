// Both versions of a program, simulated on random inputs.
#ifndef RANDOM_ST_ORACLE_H
#define RANDOM_ST_ORACLE_H

#include <jansson.h>

#include "base/base.h"

typedef enum OracleKind {
  ORACLE_FAILED = 0,  // a version could not be read or run: detail says why
  ORACLE_ALIKE,       // in all runs
  ORACLE_DIFFERS,     // detail says where
} OracleKind;

typedef struct Oracle {
  OracleKind kind;
  VdBuf detail;
} Oracle;

typedef struct OraclePair {
  const char *old_path, *new_path;
  const char *pou;       // its name
  const char *relation;  // what contract.c wrote; NULL: nothing
  uint32_t cycle;        // how many milliseconds one takes; 0 is any
  uint64_t first;        // cycles of the first run; 0: like the others
  // Of a mismatch: the new version, while both paths are the old one's. What
  // it has as an input must be the same in both runs.
  const char *partner_path;
} OraclePair;

// At least so many cycles in all, of runs of different lengths.
void oracle_run(const OraclePair *pair, uint64_t cycles, uint64_t seed,
                Oracle *out);
// The same for the inputs of a trace, as veridiff writes it in JSON. A trace
// whose inputs are not related as they should be shows nothing.
void oracle_replay(const OraclePair *pair, const json_t *trace, Oracle *out);

#endif
