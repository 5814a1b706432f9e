// exit 1
// old
struct dev { int (*open)(void); };
static int a(void) { return 0; }
static int b(void) { return 0; }
static struct dev dev = {a};
int is_a(void) { return dev.open == a; }
void set(int k) { dev.open = k ? a : b; }
// new
struct dev { int (*open)(void); };
static int a(void) { return 0; }
static int b(void) { return 0; }
static struct dev dev = {b};
int is_a(void) { return dev.open == a; }
void set(int k) { dev.open = k ? a : b; }
