// exit 3
// old
extern int level;
int run(void) { return level + 1; }
// new
#pragma GCC visibility push(hidden)
extern int level;
#pragma GCC visibility pop
int run(void) { return level + 1; }
