// exit 1
// old
void out(int);
static const int song[4] = {1, 5, 3, 5};
void f(void) { for (unsigned i = 0;; i = (i + 1) & 3) out(song[i]); }
// new
void out(int);
static const int song[4] = {1, 5, 3, 4};
void f(void) { for (unsigned i = 0;; i = (i + 1) & 3) out(song[i]); }
