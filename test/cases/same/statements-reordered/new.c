struct Point {
  int x, y;
};

struct Box {
  struct Point min, max;
  unsigned color;
};

int count;

int spread(int a, int b, int c) {
  int z = a ^ c;
  int y = b - c;
  int x = a * b;
  return z | (x & y);
}

void reset(struct Box *box, unsigned color) {
  box->color = color;
  box->max.y = -1;
  box->max.x = -1;
  box->min.y = 0;
  box->min.x = 0;
  count++;
}

void swap_ends(int *items, int n) {
  int last = items[n - 1];
  int first = items[0];
  items[0] = last;
  items[n - 1] = first;
}
