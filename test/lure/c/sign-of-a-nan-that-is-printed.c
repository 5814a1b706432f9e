// exit 1|3
// said NaN
// old
#include <stdio.h>
void f(double x) {
  printf("%f", -x);
}
// new
#include <stdio.h>
void f(double x) {
  printf("%f", x == x ? -x : x);
}
