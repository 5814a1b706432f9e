int kept(int x) { return x; }
int added(int x) { return x - 1; }
int also_added(int x) { return x - 2; }
int user(int x) { return x + 2; }
