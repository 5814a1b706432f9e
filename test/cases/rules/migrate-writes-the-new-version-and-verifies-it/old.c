#include <veridiff/codes.h>

// Pays for bronchitis; more for children.
int pay(int age) {
  if (has("466.0") && has("041.81"))
    return 70;
  if (has("466.1") && age < 18)
    return 50;
  return has("466.0") || has("466.1") ? 20 : 0;
}
