// exit 1
// old
int v;
// new
volatile int v;
