// exit 1|3
// options --effort 5
// old
int f(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) k ^= i;
  return k;
}
// new
int f(int n) {
  int k = 0;
  for (int i = 0; i < n; i++) k ^= i == 200 ? 0 : i;
  return k;
}
