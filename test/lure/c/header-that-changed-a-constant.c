// exit 1
// old
// file limit.h
#define LIMIT 10
// file a.c
#include "limit.h"
int a(int x) { return x > LIMIT; }
// new
// file limit.h
#define LIMIT 11
// file a.c
#include "limit.h"
int a(int x) { return x > LIMIT; }
