// exit 0
// old
void at(const char *);
void f(void) { at(__func__); }
// new
void at(const char *);
void f(void) { at("f"); }
