// exit 1
// old
int f(int x) { return x; }
// new
int f(int x) { return (int)(double)(float)(x & 0x1ffffff) | (x & ~0x1ffffff); }
