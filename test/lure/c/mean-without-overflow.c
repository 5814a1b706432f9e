// exit 0
// old
int f(unsigned char a, unsigned char b) { return (a + b) / 2; }
// new
int f(unsigned char a, unsigned char b) { return (a & b) + ((a ^ b) >> 1); }
