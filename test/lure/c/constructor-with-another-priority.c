// exit 1|3
// old
void out(int);
__attribute__((constructor(101))) static void a(void) { out(1); }
__attribute__((constructor(102))) static void b(void) { out(2); }
// new
void out(int);
__attribute__((constructor(103))) static void a(void) { out(1); }
__attribute__((constructor(102))) static void b(void) { out(2); }
