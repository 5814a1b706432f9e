// exit 3
// old
int f(void) { return 1; }
// new
__attribute__((section("set_cmds"), used)) static int entry = 4;
int f(void) { return 1; }
