// exit 1
// options --cflags -fcommon
// old
int v;
// new
int v = 0;
