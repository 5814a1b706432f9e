// exit 1
// old
static void nop(void) {}
static void none(void) {}
void (*hook)(void) = nop;
int hooked(void) { return hook != nop; }
void *use(void) { return (void *)none; }
// new
static void nop(void) {}
static void none(void) {}
void (*hook)(void) = none;
int hooked(void) { return hook != nop; }
void *use(void) { return (void *)none; }
