// exit 1
// old
static int body(int x) { return x; }
static void *pick(void) { return body; }
int way(int) __attribute__((ifunc("pick")));
// new
static int body(int x) { return x; }
static void *pick(void) { return body; }
float way(float) __attribute__((ifunc("pick")));
