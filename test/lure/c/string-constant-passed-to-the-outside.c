// exit 1
// old
void out(const char *);
void f(int x) { out(x ? "yes" : "no"); }
// new
void out(const char *);
void f(int x) { out(x ? "yes" : "on"); }
