int added(int x) { return x; }
