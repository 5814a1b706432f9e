// exit 3
// old
static char *pick(char *p) { return p; }
int run(char *p) { return !pick(p); }
// new
__attribute__((returns_nonnull)) static char *pick(char *p) { return p; }
int run(char *p) { return !pick(p); }
