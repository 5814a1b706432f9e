// exit 0
// old
static __attribute__((ms_abi)) int body(int x) { return x & 7; }
__attribute__((ms_abi)) int way(int) __attribute__((alias("body")));
// new
__attribute__((ms_abi)) int way(int x) { return x & 7; }
