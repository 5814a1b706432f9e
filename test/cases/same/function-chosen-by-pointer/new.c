typedef int (*step)(int);
static int forward(int at) { return at >= 100 ? 100 : at + 1; }
static int backward(int at) { return at <= 0 ? 0 : at - 1; }

int chosen(int back, int at) {
  if (back) return backward(at);
  return forward(at);
}

int theirs_or_ours(int kind, step theirs, int at) {
  switch (kind) {
    case 1: return forward(at);
    case 2: return backward(at);
    default: return theirs(at);
  }
}

int from_a_table(unsigned kind, int at) {
  return kind & 1 ? backward(at) : forward(at);
}

int from_a_table_of_structs(unsigned kind, int at) {
  if (kind & 1) return backward(at);
  return forward(at);
}
