// exit 0
// says __builtin_constant_p is 0
// old
static inline long h(char *p) { return __builtin_object_size(p, 0); }
long f(void) { char b[8]; return h(b); }
// new
long f(void) { return -1; }
