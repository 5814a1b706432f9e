struct Item {
  int size, weight;
};

// Null is left alone, but not what is near it.
int drop(struct Item *item, int n) {
  if (item && n > 3) {
    int weight = item->weight;
    n--;
  }
  return n;
}
