// exit 1
// old
static _Alignas(32) int body[4];
extern int seen[4] __attribute__((alias("body")));
// new
static int body[4];
extern int seen[4] __attribute__((alias("body")));
