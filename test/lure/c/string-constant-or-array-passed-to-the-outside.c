// exit 0
// old
void out(const char *);
void f(void) { out("yes"); }
// new
void out(const char *);
static const char word[] = "yes";
void f(void) { out(word); }
