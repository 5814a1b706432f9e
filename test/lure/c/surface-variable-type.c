// exit 1
// old
int v;
// new
unsigned v;
