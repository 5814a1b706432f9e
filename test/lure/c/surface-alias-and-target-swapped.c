// exit 0
// old
int one = 7;
extern int two __attribute__((alias("one")));
// new
int two = 7;
extern int one __attribute__((alias("two")));
