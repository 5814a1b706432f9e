int assigned_twice(int x) {
  int room[8];
  for (int i = 0; i < 8; i++) room[i] = i;
  return (int)(sizeof room) + room[x & 7];
}

int by_pointer(int x) {
  int room[8];
  for (int i = 0; i < 8; i++) room[i] = i;
  return (int)(sizeof room) + room[x & 7];
}
