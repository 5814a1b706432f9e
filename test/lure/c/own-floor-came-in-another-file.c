// exit 1|3
// old
// file a.c
double floor(double);
double f(double x) { return floor(x); }
// file b.c
int k(void) { return 1; }
// new
// file a.c
double floor(double);
double f(double x) { return floor(x); }
// file b.c
int k(void) { return 1; }
double floor(double x) { return 0; }
