// exit 1
// old
char buffer[64];
// new
char buffer[32];
