// exit 1
// old
typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a) { a[1] = 0; return a; }
// new
typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a) { a[2] = 0; return a; }
