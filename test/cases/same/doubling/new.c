unsigned u_shift(unsigned x) { return x << 1; }
unsigned u_add(unsigned x) { return x + x; }
unsigned u_shift_add(unsigned x) { return x + x; }
int s_add(int x) { return x + x; }
int s_back(int x) { return x * 2; }
int s_shift(int x) { return x << 1; }
long l_add(long x) { return x + x; }
unsigned char c_add(unsigned char x) { return x + x; }
unsigned short h_shift(unsigned short x) { return x << 1; }
unsigned long u_ten(unsigned long x) { return (x << 3) + (x << 1); }
