// exit 0
// old
int rand(void);
int f(void) { return rand() % 6; }
// new
int rand(void);
int f(void) { return (int)((unsigned)rand() % 6u); }
