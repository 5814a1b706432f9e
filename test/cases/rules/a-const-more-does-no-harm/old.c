int pay(int *amount) {
  return has("466.0") ? *amount : 0;
}
