#include <veridiff/codes.h>
#define BRONCHITIS has("466.0")

int care(void) {
  int days = 3;
  if (BRONCHITIS) days = 5;
  return days;
}
