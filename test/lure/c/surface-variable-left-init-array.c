// exit 3
// old
int s;
static void go(void) { s = 1; }
__attribute__((section(".init_array"), used)) static void (*p)(void) = go;
int f(void) { go(); return s; }
// new
int s;
static void go(void) { s = 1; }
int f(void) { go(); return s; }
