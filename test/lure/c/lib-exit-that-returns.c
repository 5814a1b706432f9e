// exit 1
// options --cflags -ffreestanding
// old
void exit(int code);
int f(int x) { exit(x); return 1; }
// new
void exit(int code);
int f(int x) { exit(x); return 2; }
