// exit 1
// old
void f(void (*a)(void), void (*b)(void)) { a(); b(); }
// new
void f(void (*a)(void), void (*b)(void)) { b(); a(); }
