// exit 1
// options --cflags -ffreestanding
// old
void *malloc(unsigned long n);
int f(void) { malloc(8); return 1; }
// new
void *malloc(unsigned long n);
int f(void) { malloc(16); return 1; }
