// exit 0
// old
double gain = 0.1;
// new
double gain = 0.1000000000000000055;
