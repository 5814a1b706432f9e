#include <stddef.h>

struct Account {
  long balance;
  long limit;
  int frozen;
};

extern void audit(int code, long amount);

static int refuse(int code, long amount) {
  audit(code, amount);
  return -code - 1;
}

static int is_amount(long amount) {
  return amount > 0 && amount <= 1000000;
}

static int is_covered(const struct Account *account, long amount) {
  return account->balance >= amount || amount <= account->limit;
}

int withdraw(struct Account *account, long amount) {
  if (account == NULL) return -1;
  if (account->frozen) return refuse(1, amount);
  if (!is_amount(amount)) return refuse(2, amount);
  if (!is_covered(account, amount)) return refuse(3, amount);
  account->balance -= amount;
  return 0;
}

static int offset(char c, char first, char last) {
  return c >= first && c <= last ? c - first : -1;
}

int hex(char c) {
  int digit = offset(c, '0', '9');
  if (digit >= 0) return digit;
  digit = offset(c, 'a', 'f');
  if (digit < 0) digit = offset(c, 'A', 'F');
  return digit < 0 ? -1 : digit + 10;
}
