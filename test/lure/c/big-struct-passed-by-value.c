// exit 1
// old
struct S { int a[20]; };
void g(struct S);
void f(int x) {
  struct S s = {{x}};
  s.a[19] = 1;
  g(s);
}
// new
struct S { int a[20]; };
void g(struct S);
void f(int x) {
  struct S s = {{x}};
  s.a[19] = 2;
  g(s);
}
