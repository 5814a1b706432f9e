// exit 0
// old
void led(int);
static void panic(void) { led(1); for (;;); }
unsigned f(unsigned x) { if (x == 7) panic(); return x; }
// new
void led(int);
unsigned f(unsigned x) { if (x != 7) return x; led(1); while (1) { } }
