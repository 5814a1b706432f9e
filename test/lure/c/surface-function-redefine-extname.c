// exit 1
// old
int f(int x) { return x + 1; }
// new
#pragma redefine_extname f g
int f(int x) { return x + 1; }
