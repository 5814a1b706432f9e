// exit 3
// old
static int step(int x) { return x ^ 1; }
void *get(void) { return step; }
// new
static __attribute__((ms_abi)) int step(int x) { return x ^ 1; }
void *get(void) { return step; }
