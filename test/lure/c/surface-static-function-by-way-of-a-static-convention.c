// exit 3
// old
void give(void *);
static int step(int x) { return x ^ 1; }
static void hand(void *p) { give(p); }
void run(void) { hand(step); }
// new
void give(void *);
static __attribute__((ms_abi)) int step(int x) { return x ^ 1; }
static void hand(void *p) { give(p); }
void run(void) { hand(step); }
