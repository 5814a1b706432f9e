// The veridiff program. Only the outermost shell is here.
#include <stdio.h>
#include <string.h>

enum { EXIT_OK = 0, EXIT_USAGE = 2 };

int main(int argc, char *argv[]) {
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("veridiff %s\n", VD_VERSION);
    return EXIT_OK;
  }
  fprintf(stderr, "usage: veridiff --version\n");
  return EXIT_USAGE;
}
