// exit 1|3
// old
void out(int);
void f(int x) { out(x); }
// new
void out(long);
void f(int x) { out(x); }
