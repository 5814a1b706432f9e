// exit 1
// old
typedef int v4 __attribute__((vector_size(16)));
v4 v = {1, 2, 3, 4};
// new
typedef int v4 __attribute__((vector_size(16)));
v4 v = {1, 2, 4, 3};
