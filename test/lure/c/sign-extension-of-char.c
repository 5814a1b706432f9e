// exit 1
// options --cflags=-fsigned-char
// old
int f(char *p) { return *p; }
// new
int f(char *p) { return (unsigned char)*p; }
