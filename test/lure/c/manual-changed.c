// exit 0
// old
// file f.c
int f(int x) { return x; }
// file README.md
It gives x.
// file LICENSE
MIT
// new
// file f.c
int f(int x) { return x; }
// file README.md
It gives what it gets.
// file LICENSE
ISC
