// exit 1|3
// old
int flag;
void f(void) { while (!flag); }
// new
int flag;
void f(void) { }
