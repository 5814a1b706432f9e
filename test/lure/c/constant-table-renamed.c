// exit 0
// old
static const int primes[3] = {2, 3, 5};
int get(int i) {
  return i >= 0 && i < 3 ? primes[i] : 0;
}
// new
static const int table[3] = {2, 3, 5};
int get(int i) {
  return i >= 0 && i < 3 ? table[i] : 0;
}
