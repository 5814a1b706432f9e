// exit 1|3
// old
__attribute__((section(".fast"))) int f(int x) { return x; }
// new
int f(int x) { return x; }
