// exit 3
// old
void give(char *);
void run(void) { _Alignas(64) char page[64]; give(page); }
// new
void give(char *);
void run(void) { char page[64]; give(page); }
