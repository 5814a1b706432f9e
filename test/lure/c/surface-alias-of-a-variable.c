// exit 1
// old
int x = 1, y = 1;
extern int z __attribute__((alias("x")));
// new
int x = 1, y = 1;
extern int z __attribute__((alias("y")));
