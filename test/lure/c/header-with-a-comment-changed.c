// exit 0
// old
// file limit.h
#define LIMIT 10
// file a.c
#include "limit.h"
int a(int x) { return x > LIMIT; }
// new
// file limit.h
#define LIMIT 10 /* ten */
// file a.c
#include "limit.h"
int a(int x) { return x > LIMIT; }
