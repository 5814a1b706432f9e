// exit 0
// options --cflags=-funsigned-char
// old
int f(char *p) { return *p; }
// new
int f(char *p) { return (unsigned char)*p; }
