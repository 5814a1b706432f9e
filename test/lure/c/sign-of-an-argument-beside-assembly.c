// exit 1|3
// old
void g(void *q, char x) { __asm__ volatile(""); ((void (*)(signed char))q)(x); }
// new
void g(void *q, char x) { __asm__ volatile(""); ((void (*)(unsigned char))q)(x); }
