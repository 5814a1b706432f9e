// exit 0
// says the locale stays the same
// old
int isalpha(int c);
char *setlocale(int what, const char *name);
int f(unsigned char c) {
  int r = isalpha(c);
  setlocale(0, "de_DE");
  return r;
}
// new
int isalpha(int c);
char *setlocale(int what, const char *name);
int f(unsigned char c) {
  setlocale(0, "de_DE");
  return isalpha(c);
}
