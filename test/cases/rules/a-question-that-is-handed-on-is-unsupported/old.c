typedef _Bool Question(const char *);

int through_a_pointer(void) {
  Question *ask = has;
  return ask("466.0");
}

static Question *const questions[2] = {has, has_any};

int chosen(int i) {
  return questions[i & 1]("466.0");
}

Question *handler;

int kept(int x) {
  handler = has_any;
  return x;
}

static Question *const only = has;

int a_constant_one(void) {
  return only("466.0");
}
