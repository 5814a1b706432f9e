int s(int x) { return x + x * 5; }
unsigned u(unsigned x, unsigned y) { return x ^ y; }
int d(int x) { return x <= 100; }
int same(int x) { return x; }
