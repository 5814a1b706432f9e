// exit 3
// options --effort 3
// old
unsigned f(unsigned n, unsigned x) {
  unsigned c = 0;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      for (unsigned d = 0; d < n; d++)
        for (unsigned e = 0; e < n; e++)
          for (unsigned g = 0; g < n; g++)
            for (unsigned h = 0; h < n; h++)
              for (unsigned i = 0; i < n; i++) c += x ^ (c >> 3);
  return c;
}
// new
unsigned f(unsigned n, unsigned x) {
  unsigned c = 0, k = 0;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      for (unsigned d = 0; d < n; d++)
        for (unsigned e = 0; e < n; e++)
          for (unsigned g = 0; g < n; g++)
            for (unsigned h = 0; h < n; h++)
              for (unsigned i = 0; i < n; i++) {
                c += x ^ (c >> 3);
                if (++k == 16384 && x == 77) c++;
              }
  return c;
}
