// exit 0
// old
typedef int v2 __attribute__((vector_size(8)));
v2 f(v2 a, v2 b) { return a ^ b; }
// new
typedef int v2 __attribute__((vector_size(8)));
v2 f(v2 a, v2 b) { v2 r = a; r[0] = a[0] ^ b[0]; r[1] = a[1] ^ b[1]; return r; }
