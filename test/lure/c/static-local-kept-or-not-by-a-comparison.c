// exit 1
// old
unsigned char scale;
unsigned char tick(unsigned char p) {
  static unsigned char level = 4;
  unsigned char low = (unsigned char)-level;
  unsigned char was = level;
  level = scale * level > low ? p / 2 : level;
  return scale ? p : was;
}
// new
unsigned char scale;
unsigned char tick(unsigned char p) {
  static unsigned char level = 4;
  unsigned char low = (unsigned char)-level;
  unsigned char was = level;
  level = scale * level >= low ? p / 2 : level;
  return scale ? p : was;
}
