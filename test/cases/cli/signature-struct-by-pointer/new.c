struct Matrix {
  long a, b, c, d;
};
long trace(const struct Matrix *m) { return m->a ^ m->d; }
