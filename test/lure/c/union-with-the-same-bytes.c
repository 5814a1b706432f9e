// exit 0
// old
union u { unsigned i; float f; } u = {.f = 1.0f};
unsigned get(void) { return u.i; }
// new
union u { unsigned i; float f; } u = {.i = 0x3f800000};
unsigned get(void) { return u.i; }
