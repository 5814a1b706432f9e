#ifdef FAST
int step(void) { return 2; }
#else
int step(void) { return 1; }
#endif
