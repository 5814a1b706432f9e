// exit 1
// old
volatile int a, b;
void f(void) { a = 1; b = 2; }
// new
volatile int a, b;
void f(void) { b = 2; a = 1; }
