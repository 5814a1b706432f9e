#include "a.h"
int a(int x) { return TWICE(x); }
