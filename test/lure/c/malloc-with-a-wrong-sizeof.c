// exit 1|3
// said allocat
// old
#include <stdlib.h>
struct s { int a[8]; };
struct s *f(void) { return malloc(sizeof(struct s)); }
// new
#include <stdlib.h>
struct s { int a[8]; };
struct s *f(void) { return malloc(sizeof(struct s *)); }
