#include <math.h>

int far(double x) { return fabs(x) > 8.0; }
int is_zero(double x) { return x == 0.0; }
int is_large(int n) { return n >= 530511967; }
int in_order(short a, unsigned char b) { return a < b; }
int is_root(double x) { return x == 3.0; }
int falls(double from, double to) { return to < from; }
int is_slow(float speed) { return speed < 0.5f; }
int whole(int n) { return n; }
