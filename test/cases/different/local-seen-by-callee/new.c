void look(int *p);

static void helper(int n) {
  int local = n + (n == 77);
  look(&local);
}

void passed(int n) { helper(n); }
