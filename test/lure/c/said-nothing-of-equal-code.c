// exit 0
// options --strict
// old
double sqrt(double x);
_Thread_local int n;
volatile int r;
double f(double x) { n++; r = n; return sqrt(x) / 3; }
// new
double sqrt(double x);
_Thread_local int n;
volatile int r;
double f(double y) { n++; r = n; return sqrt(y) / 3; }
