void step(int k, int at);
int more(int k);

struct part {
  int n, at;
};

struct all {
  int k;
  struct part part;
};

// Both loops are handed the whole and its part.
int run(struct all *all) {
  struct part *part = &all->part;
  int rounds = 0;
  do {
    while (part->at < all->part.n) {
      step(all->k, part->at);
      all->part.at++;
    }
    rounds++;
  } while (more(all->k));
  return rounds;
}
