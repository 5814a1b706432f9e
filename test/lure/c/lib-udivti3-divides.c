// exit 0
// old
unsigned __int128 __udivti3(unsigned __int128 x, unsigned __int128 y);
unsigned long f(unsigned long x) {
  return (unsigned long)__udivti3(x, 16);
}
// new
unsigned long f(unsigned long x) { return x / 16; }
