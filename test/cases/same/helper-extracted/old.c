#include <stddef.h>

struct Account {
  long balance;
  long limit;
  int frozen;
};

extern void audit(int code, long amount);

int withdraw(struct Account *account, long amount) {
  if (account == NULL) return -1;
  if (account->frozen) {
    audit(1, amount);
    return -2;
  }
  if (amount <= 0 || amount > 1000000) {
    audit(2, amount);
    return -3;
  }
  if (account->balance < amount && amount > account->limit) {
    audit(3, amount);
    return -4;
  }
  account->balance -= amount;
  return 0;
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
