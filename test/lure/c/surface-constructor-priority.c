// exit 1
// old
int s;
__attribute__((constructor(200))) static void go(void) { s = 1; }
int f(void) { return s; }
// new
int s;
__attribute__((constructor(300))) static void go(void) { s = 1; }
int f(void) { return s; }
