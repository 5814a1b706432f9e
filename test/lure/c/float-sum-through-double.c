// exit 0|3
// options --effort 3
// old
float f(float x, float y) { return x + y; }
// new
float f(float x, float y) { return (float)((double)x + (double)y); }
