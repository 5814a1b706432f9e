// exit 1
// old
_Alignas(64) char v[64];
// new
char v[64];
