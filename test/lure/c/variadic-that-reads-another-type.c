// exit 1|3
// old
#include <stdarg.h>
int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = va_arg(ap, int);
  va_end(ap);
  return x;
}
// new
#include <stdarg.h>
int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = (int)va_arg(ap, double);
  va_end(ap);
  return x;
}
