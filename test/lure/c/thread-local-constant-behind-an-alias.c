// exit 1|3
// old
static _Thread_local const int t = 1;
extern const _Thread_local int u __attribute__((alias("t")));
// new
static _Thread_local const int t = 2;
extern const _Thread_local int u __attribute__((alias("t")));
