// exit 0
// old
char v[64];
// new
_Alignas(64) char v[64];
