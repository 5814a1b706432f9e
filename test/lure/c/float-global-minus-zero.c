// exit 1
// old
double gain = 0.0;
// new
double gain = -0.0;
