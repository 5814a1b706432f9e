int clamp(int value, int low, int high) {
  int result = value;
  if (result < low) result = low;
  if (result > high) result = high;
  return result;
}

unsigned checksum(const unsigned char *data, unsigned long length) {
  unsigned a = 1, b = 0;
  for (unsigned long i = 0; i < length; i++) {
    a = (a + data[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}
