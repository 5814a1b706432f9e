// exit 1|3
// old
int f(int x) { char *s = "abc"; return s[x & 1]; }
// new
int f(int x) { char *s = "abc"; s[0] = 'a'; return s[x & 1]; }
