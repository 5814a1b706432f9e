// exit 0
// old
int v;
// new
int v;
int v;
