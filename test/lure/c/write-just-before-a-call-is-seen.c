// exit 1
// old
int g;
void out(void);
void f(void) { g = 1; out(); g = 0; }
// new
int g;
void out(void);
void f(void) { out(); g = 0; }
