// exit 1
// old
void at(int);
void f(void) { at(__LINE__); }
// new
void at(int);

void f(void) { at(__LINE__); }
