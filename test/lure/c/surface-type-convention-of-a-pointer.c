// exit 1
// says ms_abi
// old
void (*hook)(long);
// new
__attribute__((ms_abi)) void (*hook)(long);
