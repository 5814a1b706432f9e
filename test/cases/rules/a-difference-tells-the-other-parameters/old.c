#include <veridiff/codes.h>

int f(int age, _Bool member) {
  return member && has("466.0") && age < 18 ? 100 : 0;
}
