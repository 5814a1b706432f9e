// exit 0
// old
void (*hook)(long);
// new
void (*hook)(long) __attribute__((sysv_abi));
