// exit 0|3
// old
int adc(int); void dac(int, int);
void f(void) {
  int acc = 0;
  for (;;) {
    int a = adc(0) & 1023, b = adc(1) & 1023;
    acc = (acc * 7 + a) / 8;
    if (acc > 512) dac(0, acc - 512); else dac(0, 0);
    if (b > a) dac(1, (b - a) / 2);
    dac(2, acc);
  }
}
// new
int adc(int); void dac(int, int);
static int mean(int acc, int a) { return (acc * 7 + a) / 8; }
void f(void) {
  int acc = 0, a, b;
loop:
  a = adc(0) & 1023;
  b = adc(1) & 1023;
  acc = mean(acc, a);
  dac(0, acc > 512 ? acc - 512 : 0);
  if (a < b) dac(1, (b - a) / 2);
  dac(2, acc);
  goto loop;
}
