// exit 0
// old
unsigned long f(unsigned char x) { return x; }
// new
typedef unsigned char byte;
typedef unsigned long size;
size f(byte x) { return x; }
