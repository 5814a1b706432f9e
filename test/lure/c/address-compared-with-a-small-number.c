// exit 1|3
// said memory lies between the addresses 4096 and 2^47
// old
int f(int *p) { return *p + (p < (int *)4096); }
// new
int f(int *p) { return *p; }
