// exit 0
// says locals live until their function returns
// old
void read_name(char *to);
void show(const char *name);

void greet(int known) {
  const char *name = "you";
  char own[40];
  if (known) {
    read_name(own);
    name = own;
  }
  show(name);
}
// new
void read_name(char *to);
void show(const char *name);

void greet(int known) {
  const char *name = "you";
  if (known) {
    char own[40];
    read_name(own);
    name = own;
  }
  show(name);
}
