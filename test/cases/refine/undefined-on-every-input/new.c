static const double table[3] = {1, 2, 3};

double sum(double x) {
  double s = 0;
  for (int k = 0; k < 5; k++) s = s * x + table[k];
  return s;
}
