extern int read_port(int n);
extern void write_port(int n, int value);

int both(void) {
  int high = read_port(2);
  int low = read_port(1);
  return high << 8 | (low & 255);
}

void arm(int on) {
  write_port(8, 1);
  write_port(7, on);
}
