// exit 1|3
// old
int ready;
static void a(void) { ready = 1; }
static void b(void) { ready = 2; }
__attribute__((section(".init_array"), used)) static void (*entry)(void) = a;
void (*keep[])(void) = {a, b};
// new
int ready;
static void a(void) { ready = 1; }
static void b(void) { ready = 2; }
__attribute__((section(".init_array"), used)) static void (*entry)(void) = b;
void (*keep[])(void) = {a, b};
