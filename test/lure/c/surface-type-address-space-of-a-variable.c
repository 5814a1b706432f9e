// exit 1
// old
char *spot;
// new
char __attribute__((address_space(256))) *spot;
