// exit 3
// old
void give(char *);
static void hand(void) { _Alignas(64) char page[64]; give(page); }
void run(void) { hand(); }
// new
void give(char *);
static void pass(void) { char page[64]; give(page); }
void run(void) { pass(); }
