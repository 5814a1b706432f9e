// exit 1|3
// old
__attribute__((weak)) int limit = 10;
// new
int limit = 10;
