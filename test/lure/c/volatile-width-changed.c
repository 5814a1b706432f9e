// exit 1
// old
unsigned f(volatile unsigned *p) { return *p & 255; }
// new
unsigned f(volatile unsigned *p) { return *(volatile unsigned char *)p; }
