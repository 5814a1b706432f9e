// exit 1
// old
int f(int x) { return x; }
// new
int f(int x) { int on = 1; while (on); return x; }
