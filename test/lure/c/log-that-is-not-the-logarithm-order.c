// exit 1
// old
void log(const char *);
void put(int);
void f(void) { log("a"); put(1); }
// new
void log(const char *);
void put(int);
void f(void) { put(1); log("a"); }
