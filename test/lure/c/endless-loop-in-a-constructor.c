// exit 1|3
// options --effort 3
// old
void tick(int);
__attribute__((constructor)) static void init(void) { for (;;) tick(1); }
// new
void tick(int);
__attribute__((constructor)) static void init(void) { for (;;) tick(2); }
