// The condition changes in the loop; it is read through a pointer to what the
// loop may write.
unsigned walk(unsigned n, unsigned x) {
  for (unsigned i = 0; i < n; i++) {
    if (x & 1)
      x = x * 3 + i;
    else
      x = x * 5 - i;
  }
  return x;
}
void fill(char *p, unsigned n, const char *upper) {
  for (unsigned i = 0; i < n; i++) p[i] = *upper ? 0 : 'a';
}
