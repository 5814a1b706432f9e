// exit 1
// old
unsigned long f(unsigned n) { return 1ul << (n & 63); }
// new
unsigned long f(unsigned n) { return 1u << (n & 31); }
