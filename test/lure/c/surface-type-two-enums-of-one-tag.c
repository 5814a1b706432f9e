// exit 1
// old
int one(enum e { A } x) { return 0; }
int two(enum e { B = -1 } *x) { return 0; }
// new
int one(enum e { A } x) { return 0; }
int two(enum e { B = 0x1ffffffff } *x) { return 0; }
