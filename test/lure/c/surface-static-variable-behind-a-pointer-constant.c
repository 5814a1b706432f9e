// exit 1|3
// old
static char page[64];
char *at = page;
// new
static const char page[64];
char *at = (char *)page;
