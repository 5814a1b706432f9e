void f(unsigned p) {
  static int v = 3;
  if (v == 3) v = (int)(p & 15);
}
