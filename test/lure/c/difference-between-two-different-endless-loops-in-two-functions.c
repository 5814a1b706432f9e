// exit 1
// old
void tick(int);
void a(void) { for (;;) tick(1); }
void b(void) { for (;;) tick(2); }
// new
void tick(int);
void a(void) { for (;;) tick(2); }
void b(void) { for (;;) tick(1); }
