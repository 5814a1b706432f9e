// exit 1
// old
int v[4];
// new
int v[5];
