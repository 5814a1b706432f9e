// exit 1|3
// said is no constant
// old
void mark(char *p) {
  if (*p != 'a') *p = 'a';
}
// new
void mark(char *p) {
  *p = 'a';
}
