// exit 0
// old
typedef int (*op)(const unsigned char *, int);
extern const op tab[256];
int f(const unsigned char *p, int a) {
  a += *p++;
  return tab[*p](p, a);
}
// new
typedef int (*op)(const unsigned char *, int);
extern const op tab[256];
int f(const unsigned char *p, int a) {
  a += *p++;
  __attribute__((musttail)) return tab[*p](p, a);
}
