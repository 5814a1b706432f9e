// Private to module*.c: pairs of whole files, for what a linker, a loader or a
// caller sees and for runs that do not end. Both versions are made side by side
// as text. All arithmetic is unsigned, so nothing is ever undefined, not even
// after many rounds of a loop that does not end.
#ifndef RANDOM_MODULE_H
#define RANDOM_MODULE_H

#include "base/base.h"

enum { OLD, NEW };

// What is done to the new version of an item.
typedef enum Mode {
  KEPT,
  EQUAL,    // rewritten, means the same
  CHANGED,  // by a run, unless `surface` is set
} Mode;

typedef struct Module {
  VdArena arena;
  VdRandom random;
  VdBuf text[2];
  VdBuf entries;  // what the oracle calls, as rows of its table
  VdBuf externs;  // their declarations
  VdBuf shared;   // exported numbers, which the outside looks at
  VdBuf what;     // was changed
  bool surface;   // the change is in linkage or an interface: no run shows it
  uint32_t ids;
  uint32_t declared;  // library names, as bits
} Module;

typedef struct Both {
  const char *at[2];
} Both;

// module.c
uint32_t dice(Module *m, uint32_t n);
bool odds(Module *m, uint32_t percent);
void put(Module *m, const char *fmt, ...) VD_PRINTF(2, 3);  // to both
void put_one(Module *m, int side, const char *fmt, ...) VD_PRINTF(3, 4);
char *text(Module *m, const char *fmt, ...) VD_PRINTF(2, 3);
// Says what was changed.
void changed(Module *m, const char *what);
void changed_surface(Module *m, const char *what);
// The oracle calls unsigned NAME(unsigned, unsigned).
void add_entry(Module *m, const char *name);

// module_expr.c: an expression over variables (a list that ends with NULL).
Both some_expr(Module *m, const char *const *vars, int depth, Mode mode);

// module_item.c, module_loop.c: an item; false if it knows no such change.
typedef bool (*Item)(Module *m, Mode mode);
bool data_item(Module *m, Mode mode);
bool function_item(Module *m, Mode mode);
bool static_item(Module *m, Mode mode);
bool weak_item(Module *m, Mode mode);
bool table_item(Module *m, Mode mode);
bool start_item(Module *m, Mode mode);
bool alias_item(Module *m, Mode mode);
bool section_item(Module *m, Mode mode);
bool library_item(Module *m, Mode mode);
bool stranger_item(Module *m, Mode mode);
bool loop_item(Module *m, Mode mode);
bool wait_item(Module *m, Mode mode);

#endif
