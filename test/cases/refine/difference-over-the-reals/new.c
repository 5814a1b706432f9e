int f(double x, double y) { return x * x + y == 2.0 && x > 3.0; }
