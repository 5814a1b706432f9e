extern int read_port(int n);
extern void write_port(int n, int value);

int both(void) {
  int low = read_port(1);
  int high = read_port(2);
  return high << 8 | (low & 255);
}

void arm(int on) {
  write_port(7, on);
  write_port(8, 1);
}
