int ask(void);

int pay(void) {
  return ask() == 5 && has("466.0");
}
