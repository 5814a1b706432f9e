// exit 1|3
// old
void give(char *);
static _Alignas(64) char page[64];
void run(void) { give(page); }
// new
void give(char *);
static char leaf[64];
void run(void) { give(leaf); }
