// exit 1
// old
int a(void) { return __COUNTER__; }
// new
enum { FIRST = __COUNTER__ };
int a(void) { return __COUNTER__; }
