// exit 1|3
// old
static int a[] = { 1, 2 };
int *p = a;
// new
static const int a[] = { 1, 2 };
int *p = (int *)a;
