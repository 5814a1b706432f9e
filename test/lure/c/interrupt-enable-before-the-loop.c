// exit 1
// old
#define IE (*(volatile unsigned char *)0x4005f)
void sleep_now(void);
int main(void) {
  IE |= 0x80;
  for (;;) sleep_now();
}
// new
#define IE (*(volatile unsigned char *)0x4005f)
void sleep_now(void);
int main(void) {
  IE |= 0x40;
  for (;;) sleep_now();
}
