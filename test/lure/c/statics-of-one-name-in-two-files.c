// exit 1
// old
// file a.c
static int k(void) { return 1; }
int a(void) { return k(); }
// file b.c
static int k(void) { return 2; }
int b(void) { return k(); }
// new
// file a.c
static int k(void) { return 1; }
int a(void) { return k(); }
// file b.c
static int k(void) { return 3; }
int b(void) { return k(); }
