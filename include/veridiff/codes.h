// What a rule function asks about its input: is a code there?
//
//   #include <veridiff/codes.h>
//
//   int pay(void) {
//     if (has("466.0") && has("041.81")) return 50;
//     return has_any("bronchitis") ? 20 : 0;
//   }
//
// `veridiff rules` compares such functions across a change of the code system.
// A program that runs them defines both functions itself.
#ifndef VERIDIFF_CODES_H
#define VERIDIFF_CODES_H

// Their names for the linker. (Labels would do as well, but take clang a tenth
// more time for each call.)
#define has veridiff_has
#define has_any veridiff_has_any

// Whether the input has this code. The argument is a string literal.
_Bool has(const char *code);

// Whether the input has a code of the table in the file of this name (or
// NAME.txt). The argument is a string literal.
_Bool has_any(const char *table);

#endif
