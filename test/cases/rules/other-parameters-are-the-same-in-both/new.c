#include <veridiff/codes.h>

int f(int age, double amount) {
  if (age <= 17 && has("J20.9")) return 100;
  if (amount > 1000) return 10;
  return 0;
}
