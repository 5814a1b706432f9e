// A trace: what goes into a machine and what comes out of it, cycle by
// cycle, of one program or of two versions at once.
//
// First the columns are added, inputs before all others, then the cycles with
// the cells of the inputs; vd_cycle_trace_run fills in the other cells.
// src/report writes traces.
#ifndef VD_RUN_TRACE_H
#define VD_RUN_TRACE_H

#include "run/cycle.h"
#include "run/roles.h"

enum {
  VD_TRACE_OLD = 1,
  VD_TRACE_NEW = 2,
  VD_TRACE_BOTH = 3,     // an input that both versions are given
  VD_TRACE_PARTNER = 4,  // an input of the partner of a mismatch
};
#define VD_TRACE_FAULT (UINT32_MAX - 1)  // as a variable: is there a fault?

typedef struct VdTraceColumn {
  const char *name;  // the machine's; of a VAR_IN_OUT after the cycle: x=>
  VdElemType type;
  VdDirection direction;
  bool global;  // not of the machine itself
  bool input;
  bool watched;     // neither input nor output, but to be shown
  uint8_t sides;    // bits VD_TRACE_OLD and _NEW; a single program is OLD
  uint32_t var[2];  // of the old and the new machine, or VD_NONE
} VdTraceColumn;

// What a cell that is no input is expected to be.
typedef struct VdTraceWant {
  uint32_t cycle, column;
  uint64_t bits;
} VdTraceWant;

typedef struct VdCycleTrace {
  const char *program;  // for people; not owned
  bool two;             // two versions
  bool mismatch;        // two runs of the old one, and what they both belong to
  VdArena arena;        // for names
  bool timed;           // it matters how long cycles take
  VD_VEC(VdTraceColumn) column;
  VD_VEC(uint16_t) elapsed;  // of each cycle, in milliseconds
  VD_VEC(uint64_t) cell;     // bits of values, cycle by cycle
  VD_VEC(VdTraceWant) want;  // in the order of the cycles
  // The first difference, if there is one: a cycle from 0 on, and the old and
  // the new column; else all VD_NONE.
  uint32_t cycle, differs[2];
} VdCycleTrace;
void vd_cycle_trace_init(VdCycleTrace *trace, const char *program, bool two);
void vd_cycle_trace_done(VdCycleTrace *trace);
// What the columns of these sides are called: "old", "new", "both"; of a
// mismatch "first", "second", "both", "partner".
const char *vd_cycle_trace_side(const VdCycleTrace *trace, uint8_t sides);

// A column for a variable of the machine of one side, or of the partner's; what
// it is to the outside is one of VdUse (run/roles.h).
void vd_cycle_trace_add(VdCycleTrace *trace, const VdMachine *machine,
                        uint32_t var, VdUse role, uint8_t side);
// An input that both versions are given: variables of the old and the new
// machine, of one sort. Name and type are those of the old one.
void vd_cycle_trace_add_both(VdCycleTrace *trace, const VdMachine *old,
                             const uint32_t var[2]);
void vd_cycle_trace_add_fault(VdCycleTrace *trace, uint8_t side);
// All outputs of the machine, then what is to be watched (for each variable;
// NULL: nothing), then whether there is a fault if there can be one. Role is
// that of each variable.
void vd_cycle_trace_add_outputs(VdCycleTrace *trace, const VdMachine *machine,
                                const uint8_t *role, const bool *watch,
                                uint8_t side);
static inline uint32_t vd_cycle_trace_cycles(const VdCycleTrace *trace) {
  return trace->elapsed.len;
}
// A cycle in which every cell is what it was in the cycle before, or zero.
void vd_cycle_trace_cycle(VdCycleTrace *trace, uint16_t elapsed);
void vd_cycle_trace_cut(VdCycleTrace *trace,
                        uint32_t cycles);  // the first ones
void vd_cycle_trace_set(VdCycleTrace *trace, uint32_t cycle, uint32_t column,
                        VdValue value);
VdValue vd_cycle_trace_get(const VdCycleTrace *trace, uint32_t cycle,
                           uint32_t column);

// Runs the program, or both versions, from where they are: gives each cycle its
// inputs, and puts what comes out into the other cells. Where a run fails the
// trace ends before that cycle, and what is returned is FAILED; FAULT if one
// version had a fault in the end. tick may be NULL; false from it ends the
// trace.
VdCycleStatus vd_cycle_trace_run(VdCycleTrace *trace, VdCycles *const side[2],
                                 bool (*tick)(void *context, uint32_t cycle),
                                 void *context);

// The first of what was expected that is not so, or NULL. Cycles that the trace
// no longer has do not count.
const VdTraceWant *vd_cycle_trace_unmet(const VdCycleTrace *trace);

// Reads inputs from CSV: names in the first line, among them maybe `time`, the
// time since the last cycle; then a line for each cycle, in which `-` or
// nothing means the value before. Without a time, cycles take that of cycle, in
// milliseconds. Variables that are no inputs, and `fault`, are what is expected
// after the cycle; there `-` and nothing mean anything. Columns `old.x` and
// `new.x`, as comparisons write them, are passed over.
// The trace is one of vd_cycle_trace_init; it gets a column for each variable
// that the file names, and those of vd_cycle_trace_add_outputs. False with
// errors in diags.
typedef struct VdCycleTraceFile {
  const char *path, *text;
  size_t len;
  const VdMachine *machine;
  const uint8_t *role;  // of its variables
  const bool *watch;    // those to be shown besides; or NULL
  uint16_t cycle;
  bool has_time;  // out: there is a column for it
} VdCycleTraceFile;
bool vd_cycle_trace_read(VdCycleTrace *trace, VdCycleTraceFile *file,
                         VdDiags *diags);

#endif
