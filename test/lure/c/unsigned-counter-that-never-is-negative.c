// exit 1|3
// old
int f(void) { int k = 0; for (int i = 3; i >= 0; i--) k++; return k; }
// new
int f(void) { int k = 0; for (unsigned i = 3; i >= 0; i--) k |= 1; return k; }
