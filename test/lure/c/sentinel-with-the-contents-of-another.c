// exit 1
// old
static const char end_mark[] = "", empty[] = "";
const char *end(void) {
  return end_mark;
}
const char *next(int n) {
  return n < 3 ? empty : end_mark;
}
// new
static const char end_mark[] = "", empty[] = "";
const char *end(void) {
  return end_mark;
}
const char *next(int n) {
  return end_mark;
}
