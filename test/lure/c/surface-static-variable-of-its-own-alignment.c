// exit 0
// old
static _Alignas(64) int page[16];
static int at(int *p, int i) { return p[i & 15]; }
void put(int i, int x) { page[i & 15] = x; }
int get(int i) { return at(page, i); }
// new
static int page[16];
static int at(int *p, int i) { return p[i & 15]; }
void put(int i, int x) { page[i & 15] = x; }
int get(int i) { return at(page, i); }
