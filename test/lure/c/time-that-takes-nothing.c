// exit 1
// old
int time(void);
int f(void) { int a = time(); int b = time(); return b - a != 0; }
// new
int time(void);
int f(void) { time(); time(); return 0; }
