// exit 1
// old
int f(int n) {
  int k = 0;
  for (int a = 0; a < (n & 7); a++)
    for (int b = 0; b < (n & 7); b++)
      k++;
  return k;
}
// new
int f(int n) {
  int k = 0;
  for (int a = 0; a < (n & 7); a++)
    for (int b = 0; b < (n & 7); b++)
      k += a * b == 9 ? 2 : 1;
  return k;
}
