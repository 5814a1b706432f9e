// exit 1
// old
void out(const char *p, int n);
void f(void) { out("ab\0cd", 5); }
// new
void out(const char *p, int n);
void f(void) { out("ab\0ce", 5); }
