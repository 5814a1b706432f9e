// exit 3
// old
int seen = 7;
// new
static int body = 8;
extern int seen __attribute__((alias("body")));
