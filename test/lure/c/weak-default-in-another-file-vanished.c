// exit 1
// old
// file a.c
int hook(void);
int a(void) { return hook(); }
// file b.c
__attribute__((weak)) int hook(void) { return 0; }
int b(void) { return 0; }
// new
// file a.c
int hook(void);
int a(void) { return hook(); }
// file b.c
int b(void) { return 0; }
