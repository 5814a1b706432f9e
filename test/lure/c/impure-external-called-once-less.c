// exit 1
// old
int get(int);
int f(int x) { return (get(x) & 7) + (get(x) & 7); }
// new
int get(int);
int f(int x) { int y = get(x) & 7; return y + y; }
