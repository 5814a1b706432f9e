void fill(int *p, int n);

int sum(unsigned seed) {
  const int size = 56;
  int table[size], s = 0;
  for (int i = 0; i < size; i++) table[i] = (int)(seed + (unsigned)i) >> 3;
  for (int i = 0; i < size; i++) s ^= table[i];
  return s;
}

int passed(int x) {
  long n = 4;
  int room[n];
  fill(room, x);
  return room[1];
}

int nested(int x) {
  unsigned char rows = 3;
  if (x < 3) return 0;
  int grid[rows * 5];
  for (int i = 0; i < 15; i++) grid[i] = x;
  return grid[x & 7];
}
