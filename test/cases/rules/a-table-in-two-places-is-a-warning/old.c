#include "veridiff/codes.h"
int f(void) { return has_any("t") ? 3 : 0; }
