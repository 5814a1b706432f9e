// exit 1
// options --cflags=-fms-extensions
// old
int none(char **p) { return !p; }
// new
int none(char *__ptr32 *p) { return !p; }
