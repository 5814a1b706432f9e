double plus_zero(double x) { return x + 0.0; }
double negate(double x) { return 0.0 - x; }
float times_zero(float x) { return x; }
int same_zero(double x) { return x >= 0 && 1 / (x + 0.0) > 0; }
