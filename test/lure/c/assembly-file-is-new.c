// exit 3
// says b.S: a file that is not read is new
// old
// file a.c
int f(void) { return 1; }
// new
// file a.c
int f(void) { return 1; }
// file b.S
.section .init_array,"aw"
.quad start
start: ret
