unsigned count(unsigned n) { return n; }
int count_int(int n) { return n < 0 ? 0 : n; }
unsigned by_two(unsigned n) { return 10 + 2 * n; }
unsigned recursive(unsigned n) { return n; }
