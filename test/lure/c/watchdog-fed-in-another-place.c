// exit 1
// old
void feed(void); int work(void);
void f(void) { for (;;) { feed(); while (work()); } }
// new
void feed(void); int work(void);
void f(void) { for (;;) { while (work()) feed(); } }
