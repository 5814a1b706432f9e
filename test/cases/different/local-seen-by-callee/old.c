void look(int *p);

static void helper(int n) {
  int local = n;
  look(&local);
  local = 3;
}

void passed(int n) { helper(n); }
