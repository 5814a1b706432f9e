int next(int x) {
  return x + 1;
}

int is_more(int x) {
  return next(x) > x;
}
