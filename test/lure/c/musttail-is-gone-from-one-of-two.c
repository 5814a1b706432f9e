// exit 1|3
// said the stack is large enough
// old
void out(int);
void g(int);
void f(int n) {
  out(n);
  __attribute__((musttail)) return g(n + 1);
}
void g(int n) {
  out(-n);
  __attribute__((musttail)) return f(n + 1);
}
// new
void out(int);
void g(int);
void f(int n) {
  out(n);
  return g(n + 1);
}
void g(int n) {
  out(-n);
  __attribute__((musttail)) return f(n + 1);
}
