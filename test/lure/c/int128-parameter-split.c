// exit 1|3
// old
int f(unsigned __int128 x) { return (int)x & 1; }
// new
int f(unsigned long lo, unsigned long hi) { (void)hi; return (int)lo & 1; }
