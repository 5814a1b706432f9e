// exit 3
// old
double f(double x) { return x; }
// new
#pragma STDC FENV_ACCESS ON
double f(double x) { return x; }
