// exit 1
// old
int get(void) __asm__("get_v1");
int f(void) { return get(); }
// new
int get(void) __asm__("get_v2");
int f(void) { return get(); }
