// exit 1
// old
int none(int (*hook)(long)) { return !hook; }
// new
int none(int (*hook)(long) __attribute__((regcall))) { return !hook; }
