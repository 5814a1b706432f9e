// exit 0
// old
void log_it(const char *, ...);
void f(signed char x) { log_it("x", x); }
// new
void log_it(const char *, ...);
void f(signed char x) { log_it("x", (int)x); }
