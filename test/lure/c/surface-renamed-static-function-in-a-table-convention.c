// exit 3
// old
static int step(int x) { return x ^ 1; }
void *table[] = {step};
// new
static __attribute__((ms_abi)) int move(int x) { return x ^ 1; }
void *table[] = {move};
