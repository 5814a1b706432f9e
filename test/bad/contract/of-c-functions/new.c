int f(int n) { return n < 100 ? n + 1 : 0; }
