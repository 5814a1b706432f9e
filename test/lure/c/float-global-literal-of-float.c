// exit 1
// old
double gain = 0.1;
// new
double gain = 0.1f;
