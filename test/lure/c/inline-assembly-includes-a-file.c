// exit 3
// says what assembly includes is not read: "table.s"
// old
void f(void) { __asm__ volatile(".include \"table.s\""); }
// new
void f(void) { __asm__ volatile(".include \"table.s\""); }
