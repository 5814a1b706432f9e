// exit 1
// old
int f(int c) {
  switch (c) {
    case 'a' ... 'z': return 1;
    default: return 0;
  }
}
// new
int f(int c) {
  switch (c) {
    case 'a' ... 'y': return 1;
    default: return 0;
  }
}
