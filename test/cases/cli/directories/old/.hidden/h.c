int hidden(int x) { return x; }
