// exit 1
// old
typedef int (*Hook)(int);
Hook get(void) { return 0; }
// new
typedef int (*Hook)(int) __attribute__((ms_abi));
Hook get(void) { return 0; }
