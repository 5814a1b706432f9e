struct Point {
  int x, y;
};

struct Box {
  struct Point min, max;
  unsigned color;
};

int count;

int spread(int a, int b, int c) {
  int x = a * b;
  int y = b - c;
  int z = a ^ c;
  return (x & y) | z;
}

void reset(struct Box *box, unsigned color) {
  box->min.x = 0;
  box->min.y = 0;
  box->max.x = -1;
  box->max.y = -1;
  box->color = color;
  count++;
}

void swap_ends(int *items, int n) {
  int first = items[0];
  int last = items[n - 1];
  items[0] = last;
  items[n - 1] = first;
}
