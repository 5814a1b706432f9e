double plus_zero(double x) { return x; }
double negate(double x) { return -x; }
float times_zero(float x) { return x == 0 ? 0 : x; }
int same_zero(double x) { return 1 / x > 0; }
