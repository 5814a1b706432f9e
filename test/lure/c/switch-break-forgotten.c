// exit 1
// old
int f(int c) {
  int r = 0;
  switch (c) {
    case 1: r = 1; break;
    case 2: r += 2; break;
  }
  return r;
}
// new
int f(int c) {
  int r = 0;
  switch (c) {
    case 1: r = 1;
    case 2: r += 2; break;
  }
  return r;
}
