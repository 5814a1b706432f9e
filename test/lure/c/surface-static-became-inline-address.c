// exit 3
// old
static inline __attribute__((always_inline)) int step(int x) { return x * 5; }
void *get(void) { return step; }
// new
inline __attribute__((always_inline)) int step(int x) { return x * 5; }
void *get(void) { return step; }
