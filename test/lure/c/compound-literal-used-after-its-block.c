// exit 1|3
// said locals live until
// old
struct s {
  int a, b;
};
int f(int c) {
  struct s v = {c, 2};
  struct s *p = &v;
  return p->a;
}
// new
struct s {
  int a, b;
};
int f(int c) {
  struct s *p;
  if (c > 0) {
    p = &(struct s){c, 2};
  } else {
    p = &(struct s){c, 3};
  }
  return p->a;
}
