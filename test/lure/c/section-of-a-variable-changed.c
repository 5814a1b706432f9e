// exit 1|3
// old
__attribute__((section(".nvram"))) int saved = 3;
// new
int saved = 3;
