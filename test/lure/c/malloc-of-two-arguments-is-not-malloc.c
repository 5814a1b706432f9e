// exit 1|3
// old
void *malloc(int pool, int size);
int f(void) { malloc(1, 4); return 0; }
// new
void *malloc(int pool, int size);
int f(void) { return 0; }
