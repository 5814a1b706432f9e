// exit 1
// old
const char *const names[] = {"idle", "run", "stop"};
// new
const char *const names[] = {"idle", "run", "halt"};
