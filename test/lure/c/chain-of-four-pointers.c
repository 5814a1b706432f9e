// exit 1
// old
static const int a = 1;
static const int *const b = &a;
static const int *const *const c = &b;
const int *const *const *d = &c;
// new
static const int a = 2;
static const int *const b = &a;
static const int *const *const c = &b;
const int *const *const *d = &c;
