int assigned_twice(int x) {
  int n = 8;
  if (x == 3) n = 9;
  int room[n];
  for (int i = 0; i < n; i++) room[i] = i;
  return (int)(sizeof room) + room[x & 7];
}

static void more(int *n, int x) { *n += x == 3; }

int by_pointer(int x) {
  int n = 8;
  more(&n, x);
  int room[n];
  for (int i = 0; i < n; i++) room[i] = i;
  return (int)(sizeof room) + room[x & 7];
}
