// exit 3
// old
static int step(signed char x) { return x == 9; }
void *get(void) { return step; }
// new
static int step(unsigned char x) { return x == 9; }
void *get(void) { return step; }
