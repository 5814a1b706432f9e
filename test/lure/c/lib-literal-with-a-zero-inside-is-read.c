// exit 1
// old
int f(int i) { return "ab\0cd"[i & 3]; }
// new
int f(int i) { return "ab\0dd"[i & 3]; }
