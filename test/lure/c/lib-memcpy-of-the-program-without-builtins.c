// exit 1
// options --cflags -fno-builtin
// old
void *memcpy(void *to, const void *from, unsigned long n);
void f(char *to, char *from) { memcpy(to, from, 1); }
// new
void *memcpy(void *to, const void *from, unsigned long n);
void f(char *to, char *from) { *to = *from; }
