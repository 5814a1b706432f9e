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

int visits;
double limit;

void count(void) {
  if (has("466.0")) visits++;
  limit = has("786.07") ? 100.25 : 50;
}

double rate(void) {
  return has("466.0") ? 0.8 : 1;
}
