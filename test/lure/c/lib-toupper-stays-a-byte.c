// exit 0
// old
int toupper(int c);
int f(unsigned char c) { return toupper(c) > 255; }
// new
int toupper(int c);
int f(unsigned char c) { toupper(c); return 0; }
