// exit 0
// says loops that a compiler may take to end
// old
int reached(unsigned goal) {
  unsigned i = 1;
  for (;;) {
    if (i == goal) break;
    i += 4;
  }
  return 1;
}
// new
int reached(unsigned goal) {
  unsigned i = 1;
  while (i != goal) i += 4;
  return 1;
}
