// exit 1|3
// old
#include <stdatomic.h>
extern int a, b;
void f(void) { a = 1; atomic_thread_fence(memory_order_seq_cst); b = 1; }
// new
#include <stdatomic.h>
extern int a, b;
void f(void) { a = 1; b = 1; }
