// exit 1
// old
void log(const char *text);
int f(int x) {
  log("start");
  return x + 1;
}
// new
void log(const char *text);
int f(int x) {
  return x + 1;
}
