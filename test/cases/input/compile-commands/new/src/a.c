#include "a.h"
int a(int x) { return x + A + B; }
