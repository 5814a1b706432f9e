// exit 1
// old
void out(const char *, int);
void f(void) { out("a\0b", 3); }
// new
void out(const char *, int);
void f(void) { out("a\0c", 3); }
