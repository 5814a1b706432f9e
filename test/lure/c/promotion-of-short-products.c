// exit 1
// old
unsigned f(unsigned short x) { return (unsigned)x * x; }
// new
unsigned f(unsigned short x) { return (unsigned short)(x * (unsigned)x); }
