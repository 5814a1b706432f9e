// exit 1|3
// old
static void hook(void) __attribute__((weakref("target_a")));
void f(void) { if (hook) hook(); }
// new
static void hook(void) __attribute__((weakref("target_b")));
void f(void) { if (hook) hook(); }
