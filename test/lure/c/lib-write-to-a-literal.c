// exit 1
// old
char f(void) { char s[] = "abc"; s[0] = 'x'; return s[0]; }
// new
char f(void) { char *s = "abc"; s[0] = 'x'; return s[0]; }
