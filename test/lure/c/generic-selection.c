// exit 1
// old
#define K(x) _Generic((x), int: 1, unsigned: 2, default: 3)
int f(void) { return K(1); }
// new
#define K(x) _Generic((x), int: 1, unsigned: 2, default: 3)
int f(void) { return K(1u); }
