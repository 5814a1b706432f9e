// AIGER: machines as files, traces as witnesses, for programs outside.
// https://fmv.jku.at/aiger
#ifndef VD_AIGER_H
#define VD_AIGER_H

#include "solve/mc.h"

// The machine in the binary format 1.9: resets, bad literals, constraints. With
// plain, which is for a machine without constraints, the bad literals are
// outputs, as before 1.9.
void vd_aiger_write(const VdMcMachine *machine, bool plain, VdBuf *out);

// Reads a witness: "1", a line of properties, the latches' first values, the
// inputs of each step, and ".". Lines that start with "c" or "u" are skipped.
// An "x" is 0. False if it is none, or is none of this machine; whether it is a
// bad run is for vd_mc_trace_replay to say.
bool vd_aiger_read_witness(const VdMcMachine *machine, const char *text,
                           size_t len, VdArena *arena, VdMcTrace *out);

#endif
