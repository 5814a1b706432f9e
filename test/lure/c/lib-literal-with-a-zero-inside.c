// exit 1
// old
const char *f(void) { return "ab\0cd"; }
// new
const char *f(void) { return "ab\0ce"; }
