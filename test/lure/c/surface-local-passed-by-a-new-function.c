// exit 0
// old
void give(char *);
void run(void) { _Alignas(64) char page[64] = {0}; give(page); }
// new
void give(char *);
static void hand(void) { _Alignas(64) char page[64] = {0}; give(page); }
void run(void) { hand(); }
