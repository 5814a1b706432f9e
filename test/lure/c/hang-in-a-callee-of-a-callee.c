// exit 1
// old
void tick(int);
static void stop(int c) { tick(c); for (;;); }
static void check(unsigned x) { if (x > 9) stop(3); }
unsigned f(unsigned x) { check(x); return x; }
// new
void tick(int);
static void stop(int c) { tick(c + 1); for (;;); }
static void check(unsigned x) { if (x > 9) stop(3); }
unsigned f(unsigned x) { check(x); return x; }
