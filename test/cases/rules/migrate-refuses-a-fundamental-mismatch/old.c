int fine(void) {
  return has("250.00") || has("250.02");
}

int pay(void) {
  return has("250.02") ? 50 : 0;
}
