// exit 1
// options --cflags -fwrapv
// old
__int128 __ashlti3(__int128 x, int n);
long f(long x) { return (long)__ashlti3(x, 3); }
// new
long f(long x) { return x * 4; }
