// exit 1
// options --cflags -w
// old
unsigned abs(unsigned x, unsigned y);
unsigned f(unsigned x) { return abs(x, 1); }
// new
unsigned abs(unsigned x, unsigned y);
unsigned f(unsigned x) { return x; }
