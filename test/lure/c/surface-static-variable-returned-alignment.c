// exit 3
// old
char *get(void) { static _Alignas(256) char page[256]; return page + 1; }
// new
char *get(void) { static char page[256]; return page + 1; }
