// Writes traces of PLC programs (run/trace.h): for people, for
// spreadsheets, for waveform viewers, and as a test in Structured Text.
//
// Values are literals of Structured Text. Everything is added to the caller's
// buffer; only the test can fail.
#ifndef VD_REPORT_TRACE_H
#define VD_REPORT_TRACE_H

#include "run/trace.h"

// A table: inputs, then outputs. A dot is a value that has not changed, and
// stretches in which nothing changes are one line. Where two versions differ it
// shows both, old <> new.
void vd_cycle_trace_text(const VdCycleTrace *trace, VdBuf *out);

// Names in the first line, then a line for each cycle. Of two versions, columns
// of one of them are old.x and new.x. vd_cycle_trace_read reads it.
void vd_cycle_trace_csv(const VdCycleTrace *trace, VdBuf *out);

// A run of one program, as doc/run.schema.json has it.
typedef struct VdRunReport {
  const char *file;
  const VdCycleTrace *trace;
  uint64_t fault;       // the cycle, from 1 on; 0: none
  const char *outcome;  // for people
  int exit_code;
} VdRunReport;
void vd_run_report_json(const VdRunReport *report, VdBuf *out);

// A value change dump (IEEE 1364), in milliseconds. Cycles that take no time
// are one millisecond apart, as two values cannot be at one time.
void vd_cycle_trace_vcd(const VdCycleTrace *trace, VdBuf *out);

// A PROGRAM Replay that runs the POU on the inputs of the trace. Its output
// `passed` becomes TRUE in the last cycle if all outputs were those of the side
// that is asked for. False with a message if a value has no literal.
typedef struct VdTraceTest {
  uint8_t side;     // VD_TRACE_OLD or VD_TRACE_NEW
  bool is_program;  // the POU is a PROGRAM
  const char *source;
} VdTraceTest;
bool vd_cycle_trace_st(const VdCycleTrace *trace, const VdTraceTest *test,
                       VdBuf *out, VdBuf *error);

#endif
