// exit 1
// old
static const int t[] = {1, 2};
const int *p = t;
// new
static const int t[] = {1, 3};
const int *p = t;
