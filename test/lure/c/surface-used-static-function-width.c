// exit 3
// old
__attribute__((used)) static int trap(int x) { return x & 1; }
// new
__attribute__((used)) static int trap(long x) { return x & 1; }
