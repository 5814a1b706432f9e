const int limit = 10;
int level = 1;
static const char *const names[] = {"red", "green"};
static const unsigned char table[4] = {1, 2, 4, 8};
int unchanged = 5;

int is_full(int n) { return n >= limit; }
const char *name(int i) { return names[i & 1]; }
int bit(int i) { return table[i & 3]; }
int current(void) { return level + unchanged; }
