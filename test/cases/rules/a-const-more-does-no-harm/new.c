int pay(const int *amount) {
  return has("J20.9") ? *amount : 0;
}
