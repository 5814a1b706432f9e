// exit 3
// old
// file a.c
int f(void) { return 1; }
// file b.cpp
int g(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file b.cpp
int g(void) { return 2; }
