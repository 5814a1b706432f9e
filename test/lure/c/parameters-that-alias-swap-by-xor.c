// exit 1
// old
void f(unsigned *a, unsigned *b) { unsigned t = *a; *a = *b; *b = t; }
// new
void f(unsigned *a, unsigned *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
