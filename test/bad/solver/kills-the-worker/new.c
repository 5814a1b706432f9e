int same(int x) { return x + x * 5; }
unsigned key(unsigned x) { return x * 2654435761u == 0x12345678; }
