int b(int x) { return x; }
