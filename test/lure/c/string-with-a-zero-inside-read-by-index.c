// exit 1
// old
int f(int i) { return "a\0b"[i & 3]; }
// new
int f(int i) { return "a\0c"[i & 3]; }
