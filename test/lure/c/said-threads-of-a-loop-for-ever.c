// exit 0
// says other threads and signal handlers are not looked at
// old
unsigned g;
void f(void) {
  for (;;) g++;
}
// new
unsigned g;
void f(void) {
  for (;;) g += 2;
}
