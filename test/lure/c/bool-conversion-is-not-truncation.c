// exit 1
// old
int f(int x) { return (_Bool)x; }
// new
int f(int x) { return (unsigned char)x != 0; }
