// exit 0|3
// options --effort 5
// old
void tick(int);
void f(int x) { if (x) { for (;;) tick(1); } else { for (;;) tick(2); } }
// new
void tick(int);
void f(int x) { for (;;) { if (x) tick(1); else tick(2); } }
