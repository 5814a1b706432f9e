// exit 0
// old
static const char s[] = "ab";
int get(unsigned k) { return s[k & 1]; }
// new
int get(unsigned k) { return "ab"[k & 1]; }
