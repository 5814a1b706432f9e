// exit 1
// old
int one(void) __asm__("two");
int two(void) __asm__("one");
int f(void) { return one() * 2 + two(); }
// new
int one(void);
int two(void);
int f(void) { return one() * 2 + two(); }
