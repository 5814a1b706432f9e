const int limit = 11;
int level = 2;
static const char *const names[] = {"red", "blue"};
static const unsigned char table[4] = {1, 2, 4, 16};
int unchanged = 5;

int is_full(int n) { return n >= limit; }
const char *name(int i) { return names[i & 1]; }
int bit(int i) { return table[i & 3]; }
int current(void) { return level + unchanged; }
