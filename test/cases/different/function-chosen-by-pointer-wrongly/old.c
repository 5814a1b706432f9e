typedef int (*step)(int);
static int forward(int at) { return at < 100 ? at + 1 : 100; }
static int backward(int at) { return at > 0 ? at - 1 : 0; }
static const step table[] = {forward, backward, forward};

int chosen(int back, int at) {
  step go = back ? backward : forward;
  return go(at);
}

int from_a_table(unsigned kind, int at) {
  return kind < 3 ? table[kind](at) : at;
}
