// exit 0
// old
int g;
void f(int x) { g = x; g = 0; }
// new
int g;
void f(int x) { (void)x; g = 0; }
