// exit 0
// says the stack is large enough
// old
unsigned f(unsigned n) {
  return n ? 1 + f(n - 1) : 0;
}
// new
unsigned f(unsigned n) {
  if (!n) return 0;
  return f(n - 1) + 1;
}
