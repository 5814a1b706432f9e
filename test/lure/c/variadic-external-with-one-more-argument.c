// exit 1
// old
void log_it(const char *, ...);
void f(int x) { log_it("x", x); }
// new
void log_it(const char *, ...);
void f(int x) { log_it("x", x, 0); }
