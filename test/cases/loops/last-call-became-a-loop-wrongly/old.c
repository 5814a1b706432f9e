// Only the call in the last line is the last thing that is done.
void walk(unsigned *sum, unsigned n) {
  *sum += n;
  if (n < 2) return;
  if (n % 3 == 0) {
    walk(sum, n / 3);
    *sum ^= n;
  } else {
    walk(sum, n / 2);
  }
}
