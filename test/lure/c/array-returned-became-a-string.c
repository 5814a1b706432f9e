// exit 1|3
// old
static const char s[] = "ab";
const char *get(int k) { return k ? s : 0; }
// new
const char *get(int k) { return k ? "ab" : 0; }
