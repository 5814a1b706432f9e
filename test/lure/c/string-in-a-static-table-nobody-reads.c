// exit 0
// old
static const char *const names[] __attribute__((unused)) = {"idle", "run"};
int f(int x) { return x + 1; }
// new
static const char *const names[] __attribute__((unused)) = {"idle", "go"};
int f(int x) { return x + 1; }
