// exit 1|3
// old
int f(int a) { return a & 1; }
// new
__attribute__((preserve_most)) int f(int a) { return a & 1; }
