extern int read_sensor(int channel);

int average(int channel) {
  int sum = 0;
  for (int i = 0; i < 16; i++) {
    int raw = read_sensor(channel);
    if (raw < 0) raw = 0;
    if (raw > 1023) raw = 1023;
    sum += raw;
  }
  return sum / 16;
}
