// Private to src/run: the inside of concrete runs, for runner.c, outside.c
// and outcome.c.
#ifndef VD_RUN_RUNNER_H
#define VD_RUN_RUNNER_H

#include "run/run.h"

typedef struct VdHeapBlock {
  uint64_t addr, size;
  bool unsized;  // the outside gave it, and knows how large it is
  bool freed;
} VdHeapBlock;

typedef struct VdRunSide {
  const VdModule *module;
  uint64_t *global_addr;  // by global; 0: it has none yet, as not met
  uint64_t *func_addr;    // by func; the same
  VdSums *sums;
  VD_VEC(uint32_t) needed;  // globals that the function can reach, ascending
  VdMap seen;               // them
  VD_VEC(uint32_t) hidden;  // globals
  VD_VEC(uint32_t) rom;     // needed ones that are constant
  uint64_t rom_least, rom_most;  // addresses between which they lie
  VdMap at;       // room of an object (vd_object_room) to global + 1
  VdMap func_at;  // address of a function to its number + 1
  VdMap kept;     // function to 2 if its address gets nowhere, 1 if it does
  VdMap endless;  // function to 2 if it never ends once called, 1 if it may
} VdRunSide;

// One version's run.
typedef struct VdOneRun {
  VdRunner *runner;
  int side;
  VdRunResult result;
  VD_VEC(VdEvent) event;
  VD_VEC(uint64_t) world;     // after each event
  bool full;                  // it made more calls to the outside than are kept
  uint64_t seen;              // changed bytes, of all calls to the outside
  VD_VEC(VdHeapBlock) block;  // allocated, in order of address
  VD_VEC(uint64_t) freed;     // what the run did not allocate, but freed
  VdFault fault;              // what the last call or access was
  VdMap slot;                 // address of a local to its size
  VdMap activation;           // local and depth to which activation it is of
  VdValue memory;             // at the start
  VdCallLog *log;             // NULL: nobody watches
} VdOneRun;

struct VdRunner {
  const VdSides *sides;
  VdArena arena;   // for tables
  VdArena values;  // for one input
  VdRunSide side[2];
  VdOneRun run[2];
  VdMap start[2];  // address to byte + 1 at the start, by side
  VdNames place;   // what has an address: its number says which
  bool crowded;    // there are more than rooms
  VdMap object;    // object of a term to its address
  VdCase *input;
  uint32_t most_events;  // of a run
};

// Where no object lies and no input points to: an index of 32 bits leads there
// from the first object, or from the first local.
static inline bool vd_is_gap(uint64_t addr) {
  uint64_t reach = 1ull << 36;
  return (1ull << 40) - addr - 1 < reach || (3ull << 44) - addr - 1 < reach;
}
static inline bool vd_is_heap(uint64_t addr) {
  return addr >> 44 == 2;
}
// Each object has a room of its own between these addresses, see
// vd_layout_address.
static inline bool vd_is_layout(uint64_t addr) {
  return addr >> 40 && addr >> 44 < 2;
}
static inline uint64_t vd_object_room(uint64_t addr) {
  return addr >> 28;
}
// The start of the room that the local at an address has.
static inline uint64_t vd_slot_base(uint64_t addr) {
  return addr & ~(uint64_t)(VD_SLOT_SPACE - 1);
}

void vd_run_poke(VdArena *arena, VdValue *mem, uint64_t addr, const uint8_t *at,
                 uint64_t n);
uint8_t vd_run_start_byte(const VdOneRun *run, uint64_t addr);
// In a static that only one version has?
bool vd_run_is_hidden(const VdRunner *r, uint64_t addr);
// The block that an address is in, or just past; UINT32_MAX if in none.
uint32_t vd_run_block(const VdOneRun *run, uint64_t addr);
// outside.c: answers calls; the interpreter's `external`.
bool vd_run_external(void *context, const VdFunc *f, const VdValue *args,
                     VdValue *results);
// faults.c
// What a call of free does. False if it is undefined.
bool vd_run_free(VdOneRun *run, uint64_t addr);
// Why the last call was undefined, NULL if it was not; `fault`.
const char *vd_run_fault(void *context);
// The interpreter's `access`: constants are not written, objects are accessed
// inside, and blocks before they are freed.
const char *vd_run_access(void *context, uint64_t addr, uint64_t bytes,
                          bool write);
// call_log.c: notes calls; the interpreter's `entered` and `left`.
void vd_run_entered(void *context, uint32_t func, uint32_t depth,
                    const VdValue *args);
void vd_run_left(void *context, uint32_t depth, const VdValue *results,
                 uint32_t n);
// outcome.c: what the two runs came to.
bool vd_run_differs(const VdRunner *r);
void vd_run_fill(VdRunner *r, VdCase *input);

#endif
