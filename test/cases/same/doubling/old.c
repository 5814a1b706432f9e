unsigned u_shift(unsigned x) { return x * 2; }
unsigned u_add(unsigned x) { return x * 2; }
unsigned u_shift_add(unsigned x) { return x << 1; }
int s_add(int x) { return x * 2; }
int s_back(int x) { return x + x; }
int s_shift(int x) { return x * 2; }
long l_add(long x) { return x * 2; }
unsigned char c_add(unsigned char x) { return x * 2; }
unsigned short h_shift(unsigned short x) { return x * 2; }
unsigned long u_ten(unsigned long x) { return x * 10; }
