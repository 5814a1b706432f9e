// exit 0
// old
struct S { int a[20]; };
void g(struct S);
void f(int x) {
  struct S s = {{x}};
  s.a[19] = x;
  g(s);
}
// new
struct S { int a[20]; };
void g(struct S);
void f(int x) {
  struct S s = {{0}};
  s.a[0] = s.a[19] = x;
  g(s);
}
