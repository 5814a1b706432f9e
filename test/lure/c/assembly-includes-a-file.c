// exit 3
// says what assembly includes is not read: "/dev/null"
// old
__asm__(".data\n.globl blob\nblob: .incbin \"/dev/null\"\n.text\n");
extern char blob[];
int f(int x) { return x * 2; }
// new
__asm__(".data\n.globl blob\nblob: .incbin \"/dev/null\"\n.text\n");
extern char blob[];
int f(int x) { return x + x; }
