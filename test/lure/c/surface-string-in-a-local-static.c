// exit 1
// old
char f(int i) { static char *t = "abc"; return t[i & 3]; }
// new
char f(int i) { static char *t = "abd"; return t[i & 3]; }
