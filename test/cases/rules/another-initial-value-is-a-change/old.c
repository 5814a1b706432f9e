int rate = 5;
const int unread = 1;
static int share = 5;

void set_share(int to) {
  share = to;
}

int pay(void) {
  static int calls = 1;
  calls ^= 1;
  return has("466.0") ? (rate ^ share) ^ calls : 0;
}
