// exit 1
// old
__attribute__((weak)) int h(void) { return 1; }
// new
__attribute__((weak)) int h(void) { return 2; }
