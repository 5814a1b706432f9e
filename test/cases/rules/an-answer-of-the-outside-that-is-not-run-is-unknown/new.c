int ask(void);

int pay(void) {
  return ask() == 5 && !has("J20.9");
}
