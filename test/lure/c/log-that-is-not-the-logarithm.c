// exit 1
// old
void log(const char *);
void f(int x) { if (x > 3) log("high"); }
// new
void log(const char *);
void f(int x) { (void)x; }
