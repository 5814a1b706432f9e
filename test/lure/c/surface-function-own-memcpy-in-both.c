// exit 0
// says memcpy of this file does what the standard says
// old
struct s { long a[9]; };
void f(struct s *p, struct s *q) { *p = *q; }
void *memcpy(void *d, const void *s, unsigned long n) { return d; }
// new
struct s { long a[9]; };
void f(struct s *p, struct s *q) { *p = *q; }
void *memcpy(void *d, const void *s, unsigned long n) { return d; }
