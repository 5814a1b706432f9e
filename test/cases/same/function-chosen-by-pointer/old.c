typedef int (*step)(int);
static int forward(int at) { return at < 100 ? at + 1 : 100; }
static int backward(int at) { return at > 0 ? at - 1 : 0; }

int chosen(int back, int at) {
  step go = back ? backward : forward;
  return go(at);
}

int theirs_or_ours(int kind, step theirs, int at) {
  step go = theirs;
  if (kind == 1) go = forward;
  if (kind == 2) go = backward;
  return go(at);
}

static const step table[] = {forward, backward};
int from_a_table(unsigned kind, int at) { return table[kind & 1](at); }

static const struct {
  const char *name;
  step go;
} named[] = {{"forward", forward}, {"backward", backward}};
int from_a_table_of_structs(unsigned kind, int at) {
  return named[kind % 2].go(at);
}
