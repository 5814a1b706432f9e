// exit 0
// old
int run(int (*ask)(void) __attribute__((pure))) { return ask(); }
// new
int run(int (*ask)(void)) { return ask(); }
