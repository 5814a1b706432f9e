// exit 1
// old
typedef int V __attribute__((vector_size(32)));
__attribute__((target("avx"))) V twice(V a) { return a + a; }
// new
typedef int V __attribute__((vector_size(32)));
V twice(V a) { return a + a; }
