// exit 1
// says way: calling convention: C became ms_abi
// old
static int body(int x) { return x & 7; }
int way(int) __attribute__((alias("body")));
// new
static __attribute__((ms_abi)) int body(int x) { return x & 7; }
__attribute__((ms_abi)) int way(int) __attribute__((alias("body")));
