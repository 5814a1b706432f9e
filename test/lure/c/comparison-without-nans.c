// exit 1|3
// old
float f(float a) { return a != a; }
// new
#pragma float_control(precise, off)
float f(float a) { return a != a; }
