// What an optimiser made of a function is another version of it.
int clamp(int x) {
  if (x < 0) x = 0;
  if (x > 255) x = 255;
  return x;
}
unsigned average(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
int is_space(char c) {
  switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r': return 1;
    default: return 0;
  }
}
unsigned div10(unsigned x) { return x / 10; }
