// exit 1|3
// old
#include <ctype.h>
#include <locale.h>
int f(int c) {
  setlocale(LC_ALL, "de");
  int r = toupper(c);
  return r;
}
// new
#include <ctype.h>
#include <locale.h>
int f(int c) {
  int r = toupper(c);
  setlocale(LC_ALL, "de");
  return r;
}
