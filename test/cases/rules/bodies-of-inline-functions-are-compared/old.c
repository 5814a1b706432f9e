inline int step(int x) {
  return x ^ 1;
}

int pay(int x) {
  return has("466.0") ? step(x) : 0;
}
