// exit 1|3
// old
static int x = 3; static int g(int k) { __asm__ volatile("nop"); return x + k; } int f(int k) { return g(k) * 2; }
// new
static int x = 4; static int g(int k) { __asm__ volatile("nop"); return x + k; } int f(int k) { return 2 * g(k); }
