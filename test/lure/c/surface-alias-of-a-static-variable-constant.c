// exit 1
// old
static int body[4] = {7};
extern int seen[4] __attribute__((alias("body")));
// new
static const int body[4] = {7};
extern const int seen[4] __attribute__((alias("body")));
