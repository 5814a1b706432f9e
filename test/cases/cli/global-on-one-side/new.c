int total;
int f(void) { return ++total; }
