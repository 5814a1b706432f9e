// exit 1
// options --cflags -w
// old
static int total;
static double log(double x) { total++; return x; }
int f(double x) { log(x); return total; }
// new
static int total;
static double log(double x) { total++; return x; }
int f(double x) { log(x); log(x); return total; }
