// exit 0
// old
void a(void); void b(void);
void f(void) { for (;;) { a(); b(); } }
// new
void a(void); void b(void);
void f(void) { a(); for (;;) { b(); a(); } }
