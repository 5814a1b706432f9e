// exit 1
// old
int a(void) { return __COUNTER__; }
int b(void) { return __COUNTER__; }
// new
int b(void) { return __COUNTER__; }
int a(void) { return __COUNTER__; }
