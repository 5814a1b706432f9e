// exit 1
// old
int v __asm__("one") = 1;
// new
int v __asm__("two") = 1;
