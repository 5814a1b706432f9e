// exit 1
// options --cflags -mgeneral-regs-only
// old
struct frame;
void f(struct frame *p) {}
// new
struct frame;
__attribute__((interrupt)) void f(struct frame *p) {}
