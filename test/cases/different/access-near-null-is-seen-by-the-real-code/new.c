struct Item {
  int size, weight;
};

// Null is left alone, but not what is near it.
int drop(struct Item *item, int n) {
  if (item) {
    int weight = item->weight;
    n -= n > 3;
  }
  return n;
}
