#include <stdlib.h>

int *changed(void) {
  int *p = malloc(4);
  if (p) *p = has("466.0");
  return p;
}

int *unchanged(void) {
  return malloc(4);
}
