#include "veridiff/codes.h"
int f(void) { return has("I10") ? 3 : 0; }
