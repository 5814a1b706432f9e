// exit 1|3
// old
#define PORT (*(volatile unsigned char *)0x25)
void f(void) { PORT |= 0x80; }
// new
#define PORT (*(volatile unsigned char *)0x25)
void f(void) { PORT |= 0x40; }
