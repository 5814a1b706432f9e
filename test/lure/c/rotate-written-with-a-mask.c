// exit 0
// old
unsigned f(unsigned x, unsigned n) { n &= 31; return n ? x << n | x >> (32 - n) : x; }
// new
unsigned f(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
