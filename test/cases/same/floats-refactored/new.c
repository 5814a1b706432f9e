#include <math.h>

double area(double x, double y, double z) {
  double half = (x + y + z) / 2;
  double p = half * (half - x);
  p = p * (half - y);
  return sqrt(p * (half - z));
}

float lerp(float a, float b, float t) {
  if (!(t > 0) && t == t) return a;
  if (t < 1 || t != t) return a + t * (b - a);
  return b;
}

double halve(double x) { return x * 0.5; }
double twice(double x) { return x + x; }
int is_unit(double x) { return fabs(x) <= 1; }
double magnitude(double x) { return fabs(x); }
