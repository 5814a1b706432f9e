// exit 1
// old
void out_a(int);
void f(int x) { out_a(x); }
// new
void out_b(int);
void f(int x) { out_b(x); }
