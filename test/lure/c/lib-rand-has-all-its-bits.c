// exit 1
// old
int rand(void);
int f(void) { return rand(); }
// new
int rand(void);
int f(void) { return rand() & 32767; }
