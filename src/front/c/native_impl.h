// What the files of a replay share.
//
//   native.c          the way from a case to a verdict
//   native_abi.c      which registers a function's values go through
//   native_case.c     case.c: the input, and the outside that answers by script
//   native_unit.c     old.c and new.c: the user's code and how to get at it
//   native_bitcode.c  the same for LLVM IR
//   native_script.c   run.sh and README, which build and run it all
//   native_compare.c  what the two versions did
//   native_rt*        the runtime: text that goes into every reproducer
//   native_run.sh     the part of run.sh that is the same everywhere
//
// Everything made on the way lives in the replay's arena. The first thing that
// stands in the way is latched in `bad`.
#ifndef VD_FRONT_C_NATIVE_IMPL_H
#define VD_FRONT_C_NATIVE_IMPL_H

#include "front/c/clang.h"
#include "front/c/native.h"

// How a piece of a function's signature is passed.
typedef enum VdPass {
  VD_PASS_INT,   // an integer register
  VD_PASS_SSE,   // a vector register; two floats may share it
  VD_PASS_WIDE,  // two integer registers: __int128
  VD_PASS_COPY,  // a struct on the stack; the value is its address
} VdPass;
typedef struct VdPiece {
  VdPass pass;
  uint32_t first, n;     // values that are in it
  bool is_pointer;       // an INT that is
  uint32_t sign;         // width of an INT that is sign-extended, else 0
  uint64_t size, align;  // of a COPY
} VdPiece;
typedef VD_VEC(VdPiece) VdPieces;
typedef VD_VEC(VdSort) VdSorts;
typedef struct VdAbi {
  VdPieces param, result;
  VdSorts param_sort, result_sort;  // of values
  char bad[120];                    // why it can't be called, "" if it can
} VdAbi;
void vd_abi_init(VdAbi *abi, const VdFunc *f);
// Of what a pointer leads to: f's first parameter is the pointer.
void vd_abi_init_pointer(VdAbi *abi, const VdFunc *f);
void vd_abi_done(VdAbi *abi);

typedef struct VdReplay {
  const VdCNativeOptions *options;
  VdCommand command[2];  // from compile_commands.json; {0} if none
  const VdModule *module[2];
  const VdFunc *func[2];
  char *path[2];  // absolute
  const VdCase *input;
  const VdOutcome *outcome[2];
  const char *dir;  // where everything is written
  bool is_kept;
  bool is_ir[2];  // the unit is LLVM IR, not C
  const char *cc;
  const char *said[2];  // what the versions printed, when they were run
  VdBudget budget;
  VdArena arena;
  const char *bad;  // why it can't be done, NULL if it can
} VdReplay;

// The model says that the new version has undefined behaviour.
bool vd_replay_is_undefined(const VdReplay *r);
// By reading a variable that has no value.
bool vd_replay_is_uninitialised(const VdReplay *r);
// Accesses to memory are checked: the input has nothing where the checks have
// their memory.
bool vd_replay_is_checked(const VdReplay *r);
// The version is compiled with -fwrapv.
bool vd_replay_wraps(const VdReplay *r, int side);

void vd_replay_reject(VdReplay *r, const char *fmt, ...) VD_PRINTF(2, 3);
char *vd_replay_file(VdReplay *r, const char *name);  // its path

// native_case.c
void vd_native_case(VdReplay *r, VdBuf *out);
bool vd_native_is_symbol(const char *name);

// native_unit.c
// In quotes, as C has it.
void vd_native_put_string(VdBuf *out, const char *text);
// The global of a version that a region is, NULL if it has none.
const VdGlobal *vd_native_global(const VdReplay *r, int side,
                                 const VdRegion *region);
// The same for functions.
const VdFunc *vd_native_func(const VdReplay *r, int side,
                             const VdRegion *region);
// True if C code behind the user's can name everything that the input sets.
bool vd_native_is_reachable(const VdReplay *r, int side);
void vd_native_unit(VdReplay *r, int side, VdBuf *out);

// native_bitcode.c
// Makes dir/old.bc or new.bc from the user's IR, or from C by clang: what the
// unit needs is visible there.
void vd_native_bitcode(VdReplay *r, int side);
bool vd_native_is_ir(const char *path);

// native_script.c
void vd_native_run_sh(VdReplay *r, VdBuf *out);
void vd_native_readme(VdReplay *r, VdBuf *out);

// native_compare.c
VdNativeStatus vd_native_compare(VdReplay *r, VdBuf *report);

#endif
