// exit 1|3
// old
extern char HEAP_SIZE[];
int f(void) { return (unsigned long)HEAP_SIZE < 4096; }
// new
extern char HEAP_SIZE[];
int f(void) { return 0; }
