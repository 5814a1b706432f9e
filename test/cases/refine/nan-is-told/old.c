double larger(double a, double b) { return b > a ? b : a; }
