// exit 0
// old
int putchar(int c);
int f(int c) { int r = putchar(c); return r == -1 ? -1 : r & 0xff; }
// new
int putchar(int c);
int f(int c) { return putchar(c); }
