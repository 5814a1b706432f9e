#include <math.h>

int is_low(double x) { return x < 10; }
int is_equal(double x) { return x == x; }
double larger(double a, double b) { return a > b ? a : b; }
float limit(float x) { return x > 1 ? 1 : x < -1 ? -1 : x; }
