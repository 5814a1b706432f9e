#include <veridiff/codes.h>
#define BRONCHITIS has("J20.9")

int care(void) {
  int days = 3;
  if (BRONCHITIS) days = 6;
  return days;
}
