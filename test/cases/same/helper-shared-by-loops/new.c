extern int read_sensor(int channel);

static int sample(int channel) {
  int raw = read_sensor(channel);
  return raw < 0 ? 0 : raw > 1023 ? 1023 : raw;
}

int average(int channel) {
  int total = 0;
  for (int i = 0; i < 16; i++) total = total + sample(channel);
  return total / 16;
}
