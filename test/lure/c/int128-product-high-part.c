// exit 1
// old
unsigned long f(unsigned long a, unsigned long b) { return (unsigned long)((unsigned __int128)a * b >> 64); }
// new
unsigned long f(unsigned long a, unsigned long b) { return a * b; }
