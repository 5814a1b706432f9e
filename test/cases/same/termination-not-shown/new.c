unsigned spin(unsigned n) { return n & 0; }
