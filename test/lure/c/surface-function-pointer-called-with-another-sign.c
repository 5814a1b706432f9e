// exit 3
// old
void f(void *p, int x) { ((void (*)(signed char))p)((signed char)x); }
// new
void f(void *p, int x) { ((void (*)(unsigned char))p)((unsigned char)x); }
