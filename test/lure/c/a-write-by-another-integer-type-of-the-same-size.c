// exit 0
// says no strict aliasing
// old
long swap_in(long *a, void *b) {
  *a = 3;
  *(long *)b = 4;
  return *a;
}
// new
long swap_in(long *a, void *b) {
  *a = 3;
  *(long long *)b = 4;
  return *a;
}
