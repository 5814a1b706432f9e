// exit 1
// old
long body[2];
extern long seen[2] __attribute__((alias("body")));
// new
long body[2];
extern double seen[2] __attribute__((alias("body")));
