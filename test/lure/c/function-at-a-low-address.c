// exit 1|3
// old
int f(void (*p)(void)) {
  p();
  return (unsigned long)p < 4096;
}
// new
int f(void (*p)(void)) {
  p();
  return 0;
}
