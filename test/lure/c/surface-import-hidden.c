// exit 3
// old
extern int ask(void);
int run(void) { return ask() + 1; }
// new
extern int ask(void) __attribute__((visibility("hidden")));
int run(void) { return ask() + 1; }
