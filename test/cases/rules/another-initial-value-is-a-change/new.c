int rate = 6;
const int unread = 2;
static int share = 6;

void set_share(int to) {
  share = to;
}

int pay(void) {
  static int calls = 2;
  calls ^= 1;
  return has("J20.9") ? (rate ^ share) ^ calls : 0;
}
