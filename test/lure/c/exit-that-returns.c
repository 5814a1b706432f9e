// exit 1
// options --cflags=-fno-builtin
// old
int exit(int, int);
int g;
void f(void) { exit(1, 2); g = 1; }
// new
int exit(int, int);
int g;
void f(void) { exit(1, 2); g = 2; }
