// exit 1|3
// said memory lies between the addresses 4096 and 2^47
// old
int f(unsigned a) {
  int v = *(int *)(unsigned long)a;
  return a < 16 ? v + 1 : v;
}
// new
int f(unsigned a) {
  int v = *(int *)(unsigned long)a;
  return a < 32 ? v + 1 : v;
}
