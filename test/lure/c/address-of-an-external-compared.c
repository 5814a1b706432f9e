// exit 1
// old
void a(void); void b(void);
void *f(int x) { return x ? (void *)a : (void *)b; }
// new
void a(void); void b(void);
void *f(int x) { return x ? (void *)b : (void *)a; }
