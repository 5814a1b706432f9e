// exit 0
// says padding of local structs
// old
struct s { char c; int i; };
void f(struct s *to, char c) {
  struct s s;
  s.c = c;
  s.i = 1;
  *to = s;
}
// new
struct s { char c; int i; };
void f(struct s *to, char c) {
  to->c = c;
  to->i = 1;
}
