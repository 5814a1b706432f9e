// The same unless a pointer points into what another one points to.
struct Record {
  int id;
  struct Record *next;
};

void push(struct Record **list, struct Record *r) {
  struct Record *first = *list;
  *list = r;
  (*list)->next = first;
}

void add_twice(unsigned *total, const unsigned *x) {
  *total += 2 * *x;
}
