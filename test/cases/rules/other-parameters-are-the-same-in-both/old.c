#include <veridiff/codes.h>

int f(int age, double amount) {
  if (has("466.0") && age < 18) return 100;
  return amount > 1000 ? 10 : 0;
}
