// exit 1|3
// old
static int x = 5;
static int y __attribute__((unused)) = 5;
int *p = &x;
int *q = &x;
// new
static int x = 5;
static int y __attribute__((unused)) = 5;
int *p = &x;
int *q = &y;
