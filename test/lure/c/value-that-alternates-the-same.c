// exit 0
// old
void tick(int);
void f(void) { for (int on = 0;; on = !on) tick(on); }
// new
void tick(int);
void f(void) { for (int on = 0;; on ^= 1) tick(on); }
