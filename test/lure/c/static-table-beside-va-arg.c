// exit 1|3
// old
#include <stdarg.h>
static double scale = 1.5; double f(int n, ...) { va_list a; va_start(a, n); double r = va_arg(a, double) * scale; va_end(a); return r; }
// new
#include <stdarg.h>
static double scale = 2.5; double f(int n, ...) { va_list a; va_start(a, n); double r = va_arg(a, double) * scale; va_end(a); return r; }
