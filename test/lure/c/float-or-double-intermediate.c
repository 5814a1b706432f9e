// exit 1
// old
float f(float x, float y) { return (float)((double)x * y * 3.0); }
// new
float f(float x, float y) { return x * y * 3.0f; }
