#include <veridiff/codes.h>

struct claim {
  int pay;
  double copay;
  char covered;
};

void settle(struct claim *claim) {
  claim->covered = 1;
  claim->pay = 0;
  if (has("J20.9")) claim->pay = 50;
  claim->copay = 0;
  if (has("A49.3") || has("B96.0")) claim->copay = 12.5;
}
