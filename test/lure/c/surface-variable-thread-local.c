// exit 1
// old
int v;
// new
_Thread_local int v;
