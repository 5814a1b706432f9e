// exit 1|3
// said signal handlers
// old
#include <stdlib.h>
int g;
void f(int x) {
  if (x) abort();
  g = 1;
}
// new
#include <stdlib.h>
int g;
void f(int x) {
  g = 1;
  if (x) abort();
}
