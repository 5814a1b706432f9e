// Fuzzing the reader of traces. What it takes, written and read again, is the
// same trace.
//
//   clang-19 -std=c11 -D_GNU_SOURCE -fno-strict-aliasing -g -O1 -Isrc
//     -Ibuild/src/front/st -fsanitize=fuzzer,address,undefined
//     test/fuzz/plc_trace.c src/front/st/*.c src/ir/*.c src/base/*.c
//     src/term/*.c src/run/trace.c src/front/st/trace_read.c src/run/roles.c
//     src/run/cycle.c src/run/pure.c src/report/trace_csv.c -lcrypto
//     -lseccomp -lexpat -lm -o plc_trace
//   ./plc_trace -max_len=4096 corpus
#include <stdlib.h>

#include "front/st/st.h"
#include "report/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char program[] =
    "TYPE E : (Red, Green); END_TYPE\n"
    "FUNCTION_BLOCK P\n"
    "VAR_INPUT x : BOOL; i : INT; w : WORD; t : TIME; d : TOD; r : REAL;\n"
    "e : E; a : ARRAY [1..2, 1..2] OF USINT; END_VAR\n"
    "VAR_IN_OUT n : INT; END_VAR VAR_OUTPUT q : BOOL; END_VAR\n"
    "n := n + i; q := x;\n"
    "END_FUNCTION_BLOCK\n";

static void expect(bool condition) {
  if (!condition) abort();
}

static bool read_trace(const VdMachine *pou, const uint8_t *role,
                       const char *text, size_t len, VdCycleTrace *trace) {
  VdDiags diags = {0};
  VdCycleTraceFile file = {
      .path = "fuzz", .text = text, .len = len, .pou = pou, .role = role};
  vd_cycle_trace_init(trace, "P", false);
  bool ok = vd_cycle_trace_read(trace, &file, &diags);
  expect(ok == (diags.errors == 0));
  trace->timed = file.has_time;
  vd_diags_done(&diags);
  return ok;
}

// Once: it takes longer than a trace.
static const VdMachine *load(uint8_t *role) {
  static const VdPlc *plc;
  VdDiags diags = {0};
  VdStOptions options = {0};
  VdPatterns none = {0};
  VdBuf error = {0};
  if (!plc)
    vd_st_read_text(program, strlen(program), "p.st", &options, &diags, &plc);
  expect(plc &&
         vd_machine_roles(&plc->all.machine[0], &none, &none, role, &error));
  vd_diags_done(&diags);
  return &plc->all.machine[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  VdBuf text[2] = {{0}};
  uint8_t role[64];
  const VdMachine *pou = load(role);
  VdCycleTrace trace[2];
  if (read_trace(pou, role, (const char *)data, size, &trace[0])) {
    vd_cycle_trace_csv(&trace[0], &text[0]);
    expect(read_trace(pou, role, text[0].at, text[0].len, &trace[1]));
    vd_cycle_trace_csv(&trace[1], &text[1]);
    expect(!strcmp(text[0].at, text[1].at));
    vd_cycle_trace_done(&trace[1]);
  }
  vd_cycle_trace_done(&trace[0]);
  vd_buf_done(&text[0]);
  vd_buf_done(&text[1]);
  return 0;
}
