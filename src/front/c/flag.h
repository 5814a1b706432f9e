// The table of compilers' flags (flag.def): which of a compile_commands.json
// are handed on, and which of any do not matter where code is only compiled.
// Internal to front/c.
#ifndef VD_FRONT_C_FLAG_H
#define VD_FRONT_C_FLAG_H

#include "base/base.h"

typedef enum VdFlagClass {
  VD_FLAG_NAMED = 0,  // left out and named; so is what is not in the table
  VD_FLAG_MEANING,    // handed on
  VD_FLAG_MAKING,     // handed on, and a difference is not compared
  VD_FLAG_LATER,      // left out, and a difference is not compared
  VD_FLAG_IDLE,       // left out
  VD_FLAG_CLASSES,
} VdFlagClass;

typedef enum VdFlagForm {
  VD_FORM_ONE,     // exactly this
  VD_FORM_PAIR,    // also with no-
  VD_FORM_START,   // all that starts so
  VD_FORM_FAMILY,  // also with no-
  VD_FORM_NEXT,    // its value is the next word
  VD_FORM_BOTH,    // or in the same word
} VdFlagForm;

typedef struct VdFlag {
  const char *spelled;
  VdFlagForm form;
  VdFlagClass class;
} VdFlag;
extern const VdFlag vd_flag[];
extern const uint32_t vd_flags;

// What becomes of the flag at word[0] of a list that ends with NULL; takes is
// the number of its words, 1 or 2. A word that is no flag is IDLE: a file.
VdFlagClass vd_flag_read(const char *const *word, uint32_t *takes);

// The classes with their flags, as a table of Markdown.
void vd_flag_print(VdBuf *out);

#endif
