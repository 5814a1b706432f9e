#include "nowhere.h"
int f(int x) { return x; }
