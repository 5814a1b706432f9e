#include <stdlib.h>

extern void lock(void *mutex);
extern void unlock(void *mutex);
extern void log_error(const char *text);

struct Counter {
  void *mutex;
  int value;
};

int reset(struct Counter *c, int value) {
  lock(c->mutex);
  if (value < 0) {
    log_error("negative");
    return -1;
  }
  c->value = value;
  unlock(c->mutex);
  return 0;
}

void finish(int code) {
  if (code > 4) abort();
}
