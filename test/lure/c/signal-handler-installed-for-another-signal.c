// exit 1
// old
#include <signal.h>
static void on(int s) { (void)s; }
void f(void) { signal(2, on); }
// new
#include <signal.h>
static void on(int s) { (void)s; }
void f(void) { signal(15, on); }
