int same(int x) { return x * 6; }
unsigned key(unsigned x) { return 0; }
