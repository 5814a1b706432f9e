// exit 0
// old
int a = 4;
// new
int a = 4;
__attribute__((section(".data.b"))) int b = 5;
