// exit 1
// options --cflags -w
// old
int free(int handle);
int f(int h) { return free(h); }
// new
int free(int handle);
int f(int h) { free(h); return free(h); }
