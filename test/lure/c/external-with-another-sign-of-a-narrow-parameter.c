// exit 1
// old
void out(signed char);
void f(int x) { out(x & 255); }
// new
void out(unsigned char);
void f(int x) { out(x & 255); }
