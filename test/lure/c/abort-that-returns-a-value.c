// exit 1
// options --cflags=-fno-builtin
// old
int abort(int);
int f(int x) { return abort(x) + 1; }
// new
int abort(int);
int f(int x) { return abort(x) + 2; }
