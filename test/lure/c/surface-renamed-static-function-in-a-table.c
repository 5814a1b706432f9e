// exit 0
// old
static int step(int x) { return x ^ 1; }
void *table[] = {step};
// new
static int move(int x) { return x ^ 1; }
void *table[] = {move};
