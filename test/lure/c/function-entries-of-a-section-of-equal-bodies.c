// exit 1
// old
typedef void (*entry)(void);
static void a(void) {}
static void b(void) {}
static entry e1 __attribute__((section("ents"), used)) = a;
static entry e2 __attribute__((section("ents"), used)) = b;
// new
typedef void (*entry)(void);
static void a(void) {}
static void b(void) {}
static entry e1 __attribute__((section("ents"), used)) = a;
static entry e2 __attribute__((section("ents"), used)) = a;
