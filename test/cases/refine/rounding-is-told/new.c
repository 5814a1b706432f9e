double average(double x, double y) { return x / 3.0 + y / 3.0; }
