// exit 1
// old
volatile int flag;
void tick(void);
void f(void) { while (!flag); }
// new
volatile int flag;
void tick(void);
void f(void) { while (!flag) tick(); }
