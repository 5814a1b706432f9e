// exit 1
// says confirmed by the real code
// old
int f(void (*p)(void)) { extern void q(void); return p == q; }
// new
int f(void (*p)(void)) { extern void q(void); return 0; }
