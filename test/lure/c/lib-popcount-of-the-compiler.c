// exit 0
// old
int __popcountdi2(unsigned long x);
int f(unsigned long x) { return __popcountdi2(x); }
// new
int f(unsigned long x) { return __builtin_popcountl(x); }
