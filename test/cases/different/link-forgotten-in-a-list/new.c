struct node {
  struct node *next, *previous;
  int value;
};

// Takes the node after this one out of its list.
int take_next(struct node *node) {
  struct node *gone = node->next;
  if (!gone) return -1;
  node->next = gone->next;
  return gone->value;
}

int second_of(const struct node *list) {
  while (list && list->next && list->next->next) list = list->next;
  return list && list->next ? list->next->value : 0;
}
