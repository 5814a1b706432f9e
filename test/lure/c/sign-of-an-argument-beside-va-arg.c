// exit 1|3
// old
#include <stdarg.h>
int f(void *q, int n, ...) { va_list a; va_start(a, n); int r = ((int (*)(signed char))q)((char)va_arg(a, int)); va_end(a); return r; }
// new
#include <stdarg.h>
int f(void *q, int n, ...) { va_list a; va_start(a, n); int r = ((int (*)(unsigned char))q)((char)va_arg(a, int)); va_end(a); return r; }
