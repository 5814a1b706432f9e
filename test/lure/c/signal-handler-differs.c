// exit 1|3
// old
#include <signal.h>
volatile sig_atomic_t got;
static void on(int s) { got = s; }
void f(void) { signal(SIGINT, on); }
// new
#include <signal.h>
volatile sig_atomic_t got;
static void on(int s) { got = s + 1; }
void f(void) { signal(SIGINT, on); }
