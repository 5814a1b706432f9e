// exit 1|3
// old
typedef int v __attribute__((vector_size(16)));
int f(v *p) { return p != 0; }
// new
typedef float v __attribute__((vector_size(16)));
int f(v *p) { return p != 0; }
