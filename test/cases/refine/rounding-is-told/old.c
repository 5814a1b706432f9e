double average(double x, double y) { return (x + y) / 3.0; }
