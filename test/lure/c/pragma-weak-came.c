// exit 1|3
// old
int limit(void) { return 10; }
// new
#pragma weak limit
int limit(void) { return 10; }
