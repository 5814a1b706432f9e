// exit 1|3
// old
extern char HEAP_SIZE[];
unsigned long f(void) { return (unsigned long)HEAP_SIZE ? 1 : 0; }
// new
extern char HEAP_SIZE[];
unsigned long f(void) { return 1; }
