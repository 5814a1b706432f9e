// exit 0
// old
int get(int) __attribute__((pure));
int f(int x) { return (get(x) & 7) + (get(x) & 7); }
// new
int get(int) __attribute__((pure));
int f(int x) { int y = get(x) & 7; return y + y; }
