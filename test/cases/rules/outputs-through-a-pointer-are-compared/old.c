#include <veridiff/codes.h>

struct claim {
  int pay;
  double copay;
  char covered;
};

void settle(struct claim *claim) {
  claim->pay = has("466.0") ? 50 : 0;
  claim->copay = has("041.81") ? 12.5 : 0;
  claim->covered = 1;
}
