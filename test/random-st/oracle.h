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

// At least so many cycles in all, of runs of different lengths. A cycle takes
// so many milliseconds; 0 is any.
void oracle_run(const char *old_path, const char *new_path, uint32_t cycle,
                uint64_t cycles, uint64_t seed, Oracle *out);
// The same for the inputs of a trace, as veridiff writes it in JSON.
void oracle_replay(const char *old_path, const char *new_path, uint32_t cycle,
                   const json_t *trace, Oracle *out);

#endif
