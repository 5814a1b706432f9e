inline int step(int x) {
  return x ^ 2;
}

int pay(int x) {
  return has("J20.9") ? step(x) : 0;
}
