// exit 0
// old
unsigned in(void); void out(unsigned);
void f(void) { unsigned y = 0; for (;;) { y = y + in(); out(y * 2); } }
// new
unsigned in(void); void out(unsigned);
void f(void) { unsigned y = 0; for (;;) { unsigned x = in(); y += x; out(y << 1); } }
