#include <math.h>

double area(double a, double b, double c) {
  double s = (a + b + c) / 2;
  return sqrt(s * (s - a) * (s - b) * (s - c));
}

float lerp(float a, float b, float t) {
  if (t <= 0) return a;
  if (t >= 1) return b;
  return a + (b - a) * t;
}

double halve(double x) { return x / 2; }
double twice(double x) { return x * 2; }
int is_unit(double x) { return x >= -1 && x <= 1; }
double magnitude(double x) { return x < 0 ? -x : fabs(x); }
