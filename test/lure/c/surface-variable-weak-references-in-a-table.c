// exit 3
// old
void h(void) __attribute__((weak));
void k(void) __attribute__((weak));
void (*t[])(void) = {h};
// new
void h(void) __attribute__((weak));
void k(void) __attribute__((weak));
void (*t[])(void) = {k};
