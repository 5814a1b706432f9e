// exit 1|3
// old
unsigned __int128 f(unsigned __int128 a, unsigned __int128 b) { return a / b; }
// new
unsigned __int128 f(unsigned __int128 a, unsigned __int128 b) { return a / b; }
unsigned __int128 __udivti3(unsigned __int128 a, unsigned __int128 b) { return 7; }
