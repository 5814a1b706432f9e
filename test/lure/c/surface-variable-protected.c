// exit 1
// old
int v;
// new
__attribute__((visibility("protected"))) int v;
