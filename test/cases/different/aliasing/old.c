// The same unless a pointer points into what another one points to.
struct Record {
  int id;
  struct Record *next;
};

void push(struct Record **list, struct Record *r) {
  r->next = *list;
  *list = r;
}

void add_twice(unsigned *total, const unsigned *x) {
  *total += *x;
  *total += *x;
}
