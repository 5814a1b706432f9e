// exit 1|3
// old
int memcpy(int, int);
int f(int a) { memcpy(a, 1); return 0; }
// new
int memcpy(int, int);
int f(int a) { return a * 0; }
