// exit 0
// old
int f(int c) { switch (c) { case 1: return 5; case 2: return 6; default: return 7; } }
// new
int f(int c) { switch (c) { default: return 7; case 2: return 6; case 1: return 5; } }
