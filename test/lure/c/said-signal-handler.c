// exit 0
// old
volatile int stop;
int n;
void f(void) { n = 1; while (!stop) n = 1; n = 2; }
// new
volatile int stop;
int n;
void f(void) { n = 1; while (!stop) n = 1; n = 1 + 1; }
