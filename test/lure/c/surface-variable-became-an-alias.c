// exit 0
// old
int seen = 7;
// new
static int body = 7;
extern int seen __attribute__((alias("body")));
