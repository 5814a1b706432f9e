// exit 0|3
// options --effort 5
// old
void out(int);
static const int song[2] = {1, 5};
void f(void) { for (unsigned i = 0;; i = (i + 1) & 1) out(song[i]); }
// new
void out(int);
void f(void) { for (;;) { out(1); out(5); } }
