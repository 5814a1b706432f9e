struct node {
  struct node *next, *previous;
  int value;
};

// Takes the node after this one out of its list.
int take_next(struct node *node) {
  struct node *gone = node->next;
  if (!gone) return -1;
  node->next = gone->next;
  if (gone->next) gone->next->previous = node;
  return gone->value;
}

int second_of(const struct node *list) {
  if (!list || !list->next) return 0;
  return list->next->value;
}
