// exit 3
// says take: promises to callers: none became memory(read)
// old
int count;
static int take(int x) { count++; return x; }
int run(int x) { return take(x) - take(x); }
// new
int count;
__attribute__((pure)) static int take(int x) { count++; return x; }
int run(int x) { return take(x) - take(x); }
