// exit 3
// old
void give(void *);
static int step(int x) { return x ^ 1; }
void run(void) { give(step); }
// new
void give(void *);
static __attribute__((ms_abi)) int step(int x) { return x ^ 1; }
void run(void) { give(step); }
