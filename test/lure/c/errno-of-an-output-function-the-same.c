// exit 0
// old
#include <errno.h>
#include <unistd.h>
int f(int fd, const char *p) {
  if (write(fd, p, 1) < 0) return errno;
  return 0;
}
// new
#include <errno.h>
#include <unistd.h>
int f(int fd, const char *p) {
  long n = write(fd, p, 1);
  return n >= 0 ? 0 : errno;
}
