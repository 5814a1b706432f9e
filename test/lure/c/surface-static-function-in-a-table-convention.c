// exit 3
// says step: calling convention: C became ms_abi
// old
static int step(int x) { return x ^ 1; }
void *table[] = {step};
// new
static __attribute__((ms_abi)) int step(int x) { return x ^ 1; }
void *table[] = {step};
