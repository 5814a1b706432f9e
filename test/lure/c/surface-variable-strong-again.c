// exit 1
// old
__attribute__((weak)) int v = 1;
// new
int v = 1;
