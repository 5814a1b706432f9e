// exit 1
// old
// file s.h
struct s { int a, b; };
// file a.c
#include "s.h"
int a(struct s *p) { return p->a; }
// new
// file s.h
struct s { int b, a; };
// file a.c
#include "s.h"
int a(struct s *p) { return p->a; }
