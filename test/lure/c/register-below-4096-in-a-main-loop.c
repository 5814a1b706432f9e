// exit 1|3
// old
#define PORT (*(volatile unsigned char *)0x25)
void wait(void);
int main(void) { for (;;) { PORT ^= 1; wait(); } }
// new
#define PORT (*(volatile unsigned char *)0x25)
void wait(void);
int main(void) { for (;;) { PORT ^= 2; wait(); } }
