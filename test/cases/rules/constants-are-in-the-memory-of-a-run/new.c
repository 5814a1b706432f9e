static int rate = 6;
static const int share[2] = {1, 3};
const int step[2] = {1, 3};

int by_rate(void) {
  return has("J20.9") ? rate : 0;
}

int by_share(int i) {
  return has("J20.9") ? share[i & 1] : 0;
}

int by_step(int i) {
  return has("J20.9") ? step[i & 1] : 0;
}
