// exit 1
// old
_Bool f(void) { return 1; }
// new
unsigned char f(void) { return 1; }
