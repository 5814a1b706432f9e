// exit 1|3
// old
int ready;
static void a(void) { ready = 1; }
void (*keep)(void) = a;
// new
int ready;
static void a(void) { ready = 1; }
void (*keep)(void) = a;
__attribute__((section(".init_array"), used)) static void (*entry)(void) = a;
