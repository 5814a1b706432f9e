// exit 1
// old
int v = 1;
// new
__attribute__((weak)) int v = 1;
