// exit 0
// old
volatile int flag;
void f(void) { while (!flag); }
// new
volatile int flag;
void f(void) { while (flag == 0) { } }
