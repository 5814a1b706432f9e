// exit 3
// old
int run(int (*ask)(void)) { return ask() - ask(); }
// new
int run(int (*ask)(void) __attribute__((pure))) { return ask() - ask(); }
