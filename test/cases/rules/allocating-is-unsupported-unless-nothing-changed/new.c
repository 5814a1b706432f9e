#include <stdlib.h>

int *changed(void) {
  int *p = malloc(8);
  if (p) *p = has("J20.9");
  return p;
}

int *unchanged(void) {
  return malloc(4);
}
