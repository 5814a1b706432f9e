struct Matrix {
  long a, b, c, d;
};
long trace(struct Matrix m) { return m.a ^ m.d; }
