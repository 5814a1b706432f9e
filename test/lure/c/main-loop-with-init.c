// exit 1
// old
void init(void); int poll(void); void act(int);
int main(void) {
  init();
  for (;;) {
    int e = poll();
    if (e) act(e);
  }
}
// new
void init(void); int poll(void); void act(int);
int main(void) {
  for (;;) {
    int e = poll();
    if (e) act(e);
  }
}
