// exit 1
// old
void log(const char *text);
void f(void) { log("one"); }
// new
void log(const char *text);
void f(void) { log("two"); }
