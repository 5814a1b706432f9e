int next(int x) {
  return (int)((unsigned)x + 1);
}

int is_more(int x) {
  return 1;
}
