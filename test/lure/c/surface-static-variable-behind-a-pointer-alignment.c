// exit 3
// old
static _Alignas(64) char page[64];
struct { int n; char *at; } book = {1, page};
// new
static char page[64];
struct { int n; char *at; } book = {1, page};
