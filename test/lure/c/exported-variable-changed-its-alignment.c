// exit 1|3
// old
_Alignas(64) char buffer[64];
// new
char buffer[64];
