#include <stdio.h>
__attribute__((constructor)) static void run(void) {
  FILE *file = fopen("loaded", "w");
  if (file) fclose(file);
}
