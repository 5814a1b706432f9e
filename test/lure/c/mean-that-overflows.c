// exit 1
// old
int f(int a, int b) { return (int)(((long)a + b) / 2); }
// new
int f(int a, int b) { return (a + b) / 2; }
