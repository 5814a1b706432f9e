// exit 1
// old
int v;
// new
_Atomic int v;
