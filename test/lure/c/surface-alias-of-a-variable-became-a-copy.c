// exit 1
// old
int one = 7;
extern int two __attribute__((alias("one")));
// new
int one = 7;
int two = 7;
