// exit 1
// old
void out(unsigned);
void f(unsigned n) { for (unsigned i = 0;; i = i >= n ? 0 : i + 1) out(i); }
// new
void out(unsigned);
void f(unsigned n) { for (unsigned i = 0;; i = i > n ? 0 : i + 1) out(i); }
