// exit 1
// old
char f(int c) { return 1; }
// new
unsigned char f(int c) { return 1; }
