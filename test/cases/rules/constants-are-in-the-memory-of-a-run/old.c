static int rate = 5;
static const int share[2] = {1, 2};
const int step[2] = {1, 2};

int by_rate(void) {
  return has("466.0") ? rate : 0;
}

int by_share(int i) {
  return has("466.0") ? share[i & 1] : 0;
}

int by_step(int i) {
  return has("466.0") ? step[i & 1] : 0;
}
