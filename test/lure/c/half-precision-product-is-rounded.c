// exit 1
// old
float f(_Float16 a, _Float16 b) { return a * b; }
// new
float f(_Float16 a, _Float16 b) { return (float)a * (float)b; }
