#include "veridiff/codes.h"
int f(void) { return has("1.1") ? 3 : 0; }
