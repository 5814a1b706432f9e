// exit 1
// old
int poll(void); void act(int);
int main(void) {
  for (;;) {
    int e = poll();
    if (e > 0) act(e);
  }
}
// new
int poll(void); void act(int);
int main(void) {
  for (;;) {
    int e = poll();
    if (e >= 0) act(e);
  }
}
