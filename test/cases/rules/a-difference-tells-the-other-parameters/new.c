#include <veridiff/codes.h>

int f(int age, _Bool member) {
  return member && has("J20.9") && age <= 18 ? 100 : 0;
}
