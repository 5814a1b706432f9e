// exit 1
// old
static void stop(int x) { (void)x; }
int f(int x) { stop(x); return x; }
// new
static void stop(int x) { while (x > 100); }
int f(int x) { stop(x); return x; }
