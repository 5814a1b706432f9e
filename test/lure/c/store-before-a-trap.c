// exit 1
// old
int code;
int f(int *p) {
  if (!p) {
    code = 1;
    __builtin_trap();
  }
  return *p;
}
// new
int code;
int f(int *p) {
  if (!p) {
    code = 2;
    __builtin_trap();
  }
  return *p;
}
