// exit 1|3
// options --effort 5
// old
int f(int n) {
  int k = 0;
  n &= 3;
  for (int a = 0; a <= n; a++)
    for (int b = 0; b <= n; b++)
      for (int c = 0; c <= n; c++)
        for (int d = 0; d <= n; d++)
          for (int e = 0; e <= n; e++)
            for (int g = 0; g <= n; g++)
              for (int h = 0; h <= n; h++)
                k++;
  return k;
}
// new
int f(int n) {
  int k = 0;
  n &= 3;
  for (int a = 0; a <= n; a++)
    for (int b = 0; b <= n; b++)
      for (int c = 0; c <= n; c++)
        for (int d = 0; d <= n; d++)
          for (int e = 0; e <= n; e++)
            for (int g = 0; g <= n; g++)
              for (int h = 0; h <= n; h++)
                k += (a & b & c & d & e & g & h) == 3 ? 2 : 1;
  return k;
}
