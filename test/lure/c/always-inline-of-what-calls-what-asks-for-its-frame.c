// exit 3
// old
static inline __attribute__((always_inline)) void *frame(void) {
  return __builtin_frame_address(0);
}
void *f(void) { return frame(); }
// new
static inline void *frame(void) { return __builtin_frame_address(0); }
void *f(void) { return frame(); }
