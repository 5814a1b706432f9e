void fill(int *p, int n);

int sum(unsigned seed) {
  int table[56], s = 0;
  for (int i = 0; i < 56; i++) table[i] = (int)(seed + (unsigned)i) >> 3;
  for (int i = 0; i < 56; i++) s ^= table[i];
  return s;
}

int passed(int x) {
  int room[4];
  fill(room, x);
  return room[1];
}

int nested(int x) {
  if (x < 3) return 0;
  int grid[3 * 5];
  for (int i = 0; i < 15; i++) grid[i] = x;
  return grid[x & 7];
}
