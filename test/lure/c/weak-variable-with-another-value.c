// exit 1
// old
__attribute__((weak)) int limit = 10;
// new
__attribute__((weak)) int limit = 11;
