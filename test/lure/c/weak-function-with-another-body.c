// exit 1
// old
__attribute__((weak)) int limit(void) { return 10; }
// new
__attribute__((weak)) int limit(void) { return 11; }
