// exit 3
// says page: alignment: 64 became 16
// old
void give(char *);
static _Alignas(64) char page[64];
void run(void) { give(page); }
// new
void give(char *);
static char page[64];
void run(void) { give(page); }
