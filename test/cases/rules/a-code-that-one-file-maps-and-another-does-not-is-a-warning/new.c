#include "veridiff/codes.h"
int f(void) { return has("A1") ? 3 : 0; }
