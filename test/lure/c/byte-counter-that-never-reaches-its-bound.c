// exit 1
// old
void tick(int);
void f(void) { for (int i = 0; i < 300; i++) tick(1); }
// new
void tick(int);
void f(void) { for (unsigned char i = 0; i < 300; i++) tick(1); }
