#include <math.h>

int far(double x) { return -fabs(x) < -8.0; }
int is_zero(double x) { return !(fabs(x) != 0.0); }
int is_large(int n) { return n > 530511966.25; }
int in_order(short a, unsigned char b) { return (float)a < (float)b; }
int is_root(double x) { return 3.0 - x == 0.0; }
int falls(double from, double to) { return to - from < 0; }
int is_slow(float speed) { return speed < 0.5; }
int whole(int n) { return (int)floor(n); }
