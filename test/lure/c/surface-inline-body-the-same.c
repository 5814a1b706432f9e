// exit 0
// old
inline unsigned h(unsigned x) { return x * 2; }
unsigned f(unsigned x) { return h(x); }
// new
inline unsigned h(unsigned x) { return x + x; }
unsigned f(unsigned x) { return h(x); }
