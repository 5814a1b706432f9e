int clamp(int x, int min, int max) {
  int y = x;
  if (y < min) y = min;
  if (y > max) y = max;
  return y;
}

unsigned checksum(const unsigned char *bytes, unsigned long n) {
  unsigned low = 1, high = 0;
  for (unsigned long k = 0; k < n; k++) {
    low = (low + bytes[k]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}
