// exit 1|3
// old
struct big { long a[5]; };
void g(void *q, struct big x) { __asm__ volatile(""); ((void (*)(struct big))q)(x); }
// new
struct big { long a[5]; };
void g(void *q, struct big x) { __asm__ volatile(""); ((void (*)(struct big *))q)(&x); }
