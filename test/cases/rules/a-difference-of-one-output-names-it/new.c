#include <veridiff/codes.h>

struct claim {
  int pay;
  double copay;
  char covered;
};

void settle(struct claim *claim) {
  claim->pay = has("J20.9") ? 50 : 0;
  claim->copay = has("A49.3") ? 12.5 : 0;
  claim->covered = 1;
}

int visits;
double limit;

void count(void) {
  if (has("J20.9")) visits++;
  limit = has("R06.2") ? 100.5 : 50;
}

double rate(void) {
  return has("J20.9") ? 0.75 : 1;
}
