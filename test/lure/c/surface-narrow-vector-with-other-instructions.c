// exit 0
// old
typedef int V __attribute__((vector_size(16)));
__attribute__((target("avx"))) V twice(V a) { return a + a; }
// new
typedef int V __attribute__((vector_size(16)));
V twice(V a) { return a + a; }
