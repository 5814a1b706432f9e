// exit 1
// old
int v = 3;
// new
__attribute__((section(".mine"))) int v = 3;
