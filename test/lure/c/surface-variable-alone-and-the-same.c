// exit 0
// old
int v = 3;
const char *const names[] = {"a", "b"};
// new
const char *const names[] = {"a", "b"};
int v = 3;
